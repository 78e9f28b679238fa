// @ts-check
// The wire in JSDoc: the same names as in overlay/state/. No code, only types.

/** @typedef {"white" | "black"} Side */
/** @typedef {"white_wins" | "black_wins" | "draw" | "void"} OutcomeName */
/** @typedef {"waiting" | "live" | "reconnecting" | "ended" | "settled" | "void" | "unsupported" | "missing"} Lifecycle */
/** @typedef {"de" | "en"} Lang */
/** @typedef {{de: string, en: string}} Text */
/** @typedef {{name: string, title: string | null, rating: number | null, ai_level: number | null}} Player */
/** @typedef {{white_ms: number | null, black_ms: number | null, running: Side | null, age_ms: number}} Clocks */
/** Decimal text, at most four places. @typedef {{white: string, black: string}} Points */
/** @typedef {{draw: Points, white_wins: Points, black_wins: Points}} Score */
/** @typedef {{side: Side | null, by: string}} Leader */
/**
 * @typedef {object} Entry
 * @property {string} rule
 * @property {Side | "both"} side
 * @property {string} amount signed points
 * @property {number} ply
 * @property {Text} text
 * @property {number[]} plies
 * @property {string[]} squares
 */
/** @typedef {{draw: Entry[], white_wins: Entry[], black_wins: Entry[]}} OutcomeEntries */
/**
 * @typedef {object} RunningItem
 * @property {"open_loss" | "sacrifice" | "uncastled_king"} kind
 * @property {Side} side
 * @property {Text} text
 * @property {number | null} progress
 * @property {number | null} goal
 */
/** @typedef {{moves_to_go: number, items: RunningItem[]}} Running */
/** @typedef {"chessmail" | "fide" | "lichess" | "server"} FlagPolicy */
/** @typedef {{policy: FlagPolicy, outcome: OutcomeName, text: Text}} OtherVerdict */
/**
 * @typedef {object} FlagVerdict
 * @property {OutcomeName} outcome
 * @property {Text} text
 * @property {FlagPolicy} policy
 * @property {string} reason
 * @property {string[]} squares
 * @property {boolean} pending
 * @property {string[] | null} line in UCI
 * @property {OtherVerdict[]} others
 */
/** @typedef {{policy: FlagPolicy, white: FlagVerdict, black: FlagVerdict, dead: "material" | "proof" | null}} Flag */
/** @typedef {{code: string, name: string}} Opening */
/** @typedef {{name: string, ply: number, provisional: boolean, in_book: boolean, opening: Opening | null}} Book */
/**
 * @typedef {object} Status
 * @property {Lifecycle} lifecycle
 * @property {number} plies_behind
 * @property {boolean} provisional
 * @property {boolean} settled
 * @property {boolean} corrected
 * @property {boolean} offers_known
 * @property {number | null} stale_since_ms
 * @property {Text | null} note
 */
/** What a game and its line in the lobby both know. @typedef {Pick<Status, "lifecycle" | "plies_behind" | "provisional" | "corrected">} Standing */
/**
 * @typedef {object} Correction
 * @property {"offers" | "ending" | "moves" | "rules" | "book"} cause
 * @property {Points | null} before
 * @property {Points | null} after
 * @property {Text} text
 */
/**
 * @typedef {object} Result
 * @property {OutcomeName} outcome
 * @property {string} ending
 * @property {Points | null} points
 * @property {Text} text
 * @property {Text | null} server
 * @property {Side | null} flagged whose flag fell, if that ended the game and it is known
 */
/**
 * @typedef {object} GameState
 * @property {string} id
 * @property {Player} white
 * @property {Player} black
 * @property {string} fen
 * @property {string} start_fen
 * @property {boolean} chess960
 * @property {string | null} last_move
 * @property {number} ply
 * @property {Clocks} clocks
 * @property {Score} score
 * @property {Leader} leader
 * @property {Entry[]} entries
 * @property {OutcomeEntries} outcome_entries
 * @property {Running} running
 * @property {Flag} flag
 * @property {Book} book
 * @property {Points} stakes
 * @property {Status} status
 * @property {Record<string, string>} rules
 * @property {string} speed
 * @property {string | null} url
 * @property {Result | null} result
 * @property {[number, number][]} history points if drawn at every ply from 0
 * @property {string[]} moves in SAN
 * @property {Points} base
 * @property {Side | null} check
 * @property {Correction[]} corrections oldest first
 */
/**
 * @typedef {object} LobbyGame
 * @property {string} id
 * @property {Player} white
 * @property {Player} black
 * @property {string} fen
 * @property {string | null} last_move
 * @property {number} ply
 * @property {Points} draw
 * @property {Leader} leader
 * @property {Lifecycle} lifecycle
 * @property {string} speed
 * @property {Result | null} result
 * @property {number} plies_behind
 * @property {boolean} stale
 * @property {boolean} provisional
 * @property {boolean} settled
 * @property {boolean} corrected
 * @property {Text | null} note why there is no score, where there is none
 */
/** @typedef {{games: LobbyGame[]}} Lobby */
/**
 * A player's line of the standings.
 * @typedef {object} Row
 * @property {number} place shared by equal players
 * @property {Player} player
 * @property {string} points of the games that are over
 * @property {string} classical
 * @property {number} games
 * @property {string | null} playing the id of the running game
 * @property {string | null} live the points if it were drawn now
 * @property {(string | null)[]} tie_breaks values of the event's tie-breaks, in their order
 * @property {string | null} prize
 * @property {boolean} corrected an arbiter has changed a game of the player a short while ago
 */
/**
 * A game between two rows of the standings, by their indices; while it runs the points are what a draw now would give.
 * @typedef {object} Meeting
 * @property {string} game
 * @property {number} white
 * @property {number} black
 * @property {OutcomeName | null} outcome
 * @property {Points | null} points null for a void game
 * @property {number | null} round
 * @property {number | null} board
 * @property {boolean} corrected
 */
/** A line of the table of teams; `points` are game points. @typedef {{place: number, team: string, match_points: number, points: string, classical: string, matches: number}} TeamRow */
/**
 * What two teams play in one round; every pair is of the first and the second.
 * @typedef {object} TeamMatch
 * @property {number | null} round
 * @property {[string, string]} teams
 * @property {[number, number] | null} match_points null while it runs
 * @property {[string, string]} points
 * @property {number} running
 */
/** @typedef {{missing: string, reachable: boolean, per_game: string | null, fewest_games: number | null}} Need */
/**
 * A match; every pair is of the first and the second player.
 * @typedef {object} Match
 * @property {[Player, Player]} players
 * @property {[string, string]} points
 * @property {[string, string]} classical
 * @property {string} target
 * @property {number} length
 * @property {number} games_left
 * @property {[Need, Need]} needs
 * @property {string | null} playing the id of the running game
 * @property {0 | 1 | null} white who has White in it
 * @property {[string, string] | null} live the points if it were drawn now
 * @property {0 | 1 | null} winner
 * @property {boolean} both_lost
 * @property {boolean} over
 * @property {[string, string][]} history the points before the first game and after each
 * @property {string[]} next_players
 * @property {boolean} corrected an arbiter has changed a game a short while ago
 */
/** @typedef {"evening" | "match" | "round_robin" | "swiss" | "arena" | "league" | "team_match"} EventKind */
/**
 * @typedef {object} Event_
 * @property {string} id
 * @property {Text} name
 * @property {Row[]} rows
 * @property {Meeting[]} meetings
 * @property {LobbyGame[]} games those under way, then the latest results
 * @property {Match | null} match
 * @property {number} players in all, also those without a row
 * @property {number} played
 * @property {number} running
 * @property {EventKind} kind
 * @property {number | null} rounds how many will be played
 * @property {string[]} tie_breaks codes
 * @property {TeamRow[]} teams
 * @property {TeamMatch[]} team_matches
 * @property {string[]} rules_versions
 */
/**
 * What the operator wants on the air.
 * @typedef {object} Air
 * @property {boolean} cleared
 * @property {boolean} frozen
 * @property {string[]} hidden names of scenes
 * @property {string | null} theme
 * @property {Lang | null} lang
 * @property {string} build
 */
/**
 * What the operator has chosen; null: nothing, so that what is configured holds.
 * @typedef {object} Choices
 * @property {string | null} pinned
 * @property {number | null} delay_s
 * @property {boolean} cleared
 * @property {boolean} frozen
 * @property {string[]} hidden names of scenes
 * @property {string | null} theme
 * @property {Lang | null} lang
 * @property {string | null} test the rule of which an example is shown on the test scenes
 */
/** @typedef {{game: string, ply: number, side: Side, kind: "offer" | "decline" | "withdraw"}} NotedOffer */
/** @typedef {{id: string, name: string, length: number}} RehearsedGame */
/** @typedef {{paused: boolean, speed: number, games: RehearsedGame[], rules: string[]}} Rehearsing */
/** @typedef {{white: string, black: string, round: string}} RoomNames */
/** A game of a board; a player whom nobody has named is "". @typedef {{id: string, white: string, black: string, round: string, plies: number, outcome: OutcomeName | null, ending: string}} RoomGame */
/**
 * An electronic board, and who plays there now or next.
 * @typedef {object} RoomBoard
 * @property {string} serial
 * @property {string} name "" if nobody has named it
 * @property {"connected" | "silent" | "away"} link
 * @property {"unknown" | "ready" | "playing" | "odd" | "over" | "set_up"} state
 * @property {string} white
 * @property {string} black
 * @property {string} round
 * @property {RoomNames} next the names that the next game will have
 * @property {string | null} stands what stands there, as the first field of a FEN
 * @property {string[]} differs squares where it differs from the game
 * @property {string | null} position what would have to stand there if it is odd and the game goes on, as the first field of a FEN
 * @property {string} battery
 * @property {string | null} game the one that goes on there, or has ended and not been cleared away
 * @property {string[]} moves its last ones in SAN
 * @property {RoomGame[]} games the last ones of the board, the latest first
 * @property {Text | null} note
 */
/** All boards; `more` are those for which there is no space. @typedef {{connected: boolean, round: number, boards: RoomBoard[], more: number, note: Text | null, notes: Text[]}} Room */
/** What the program does by itself unless it is told "not now". @typedef {{name: string, paused: boolean, note: Text | null, last: Text | null}} Automatic */
/**
 * The operator's desk.
 * @typedef {object} Desk
 * @property {Choices} choices
 * @property {number} delay_s what holds now for everybody without a viewer token
 * @property {string[]} scenes
 * @property {string[]} previews scenes on which examples can be seen
 * @property {string[]} themes
 * @property {string[]} tests rules of which there is an example
 * @property {string | null} undo the action that undo would take back
 * @property {string[]} boards games whose draw offers the operator notes
 * @property {NotedOffer[]} offers
 * @property {Rehearsing | null} rehearsal
 * @property {Room | null} room the electronic boards
 * @property {Automatic[]} automatics
 */
/** @typedef {GameState | Lobby | Event_ | Air | Desk} State */
/** @typedef {{topic: string, version: number, state: State | null}} Frame */

/**
 * How a state came to the page.
 * @typedef {object} Moment
 * @property {"open" | "lost"} connection
 * @property {number} at when the state was received, in milliseconds of performance.now()
 * @property {boolean} snapshot whether it is the whole truth after a gap, so that nothing in it is news
 */
/**
 * What every widget is told when it is mounted.
 * @typedef {object} Options
 * @property {Lang} lang
 * @property {Record<string, string>} words
 * @property {"none" | "calm" | "full"} motion
 */
/** @typedef {(state: GameState, moment: Moment) => void} Update */
/** @typedef {(state: Event_, moment: Moment) => void} EventUpdate */

export {};

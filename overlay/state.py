"""The wire: what a client of `/ws` and `/api/v1` receives, as msgspec structs.

Points are decimal text with at most four places ("0.21"), times are integer milliseconds, colours are
"white" or "black", texts are given in German and English. A field that is not known is null: a page shows
that it does not know, it never guesses.
"""

from typing import Literal

import msgspec

Side = Literal["white", "black"]
OutcomeName = Literal["white_wins", "black_wins", "draw", "void"]
Lifecycle = Literal["waiting", "live", "reconnecting", "ended", "settled", "void", "unsupported", "missing"]
Cause = Literal["offers", "ending", "moves", "rules", "book"]
FlagPolicy = Literal["chessmail", "fide", "lichess", "server"]


class Text(msgspec.Struct, frozen=True):
    """One sentence or phrase in both languages."""

    de: str
    en: str


class Player(msgspec.Struct, frozen=True):
    """A player as the server names them: untrusted text. An anonymous player has the name ""."""

    name: str
    title: str | None = None
    rating: int | None = None
    ai_level: int | None = None


class Clocks(msgspec.Struct, frozen=True):
    """Both clocks at the shown position; `age_ms` is how long before this message was built they were read."""

    white_ms: int | None = None
    black_ms: int | None = None
    running: Side | None = None
    age_ms: int = 0


class Points(msgspec.Struct, frozen=True):
    """What each side gets, in points (1 is a whole one)."""

    white: str
    black: str


class Score(msgspec.Struct, frozen=True):
    """The three scores a live game always has (RULES 8)."""

    draw: Points
    white_wins: Points
    black_wins: Points


class Leader(msgspec.Struct, frozen=True):
    """Who has the higher raw score if drawn now, and by how many points; side null: nobody leads."""

    side: Side | None
    by: str


class Entry(msgspec.Struct, frozen=True):
    """One line of the ledger: amount in signed points ("-0.05"), for one side or for both."""

    rule: str
    side: Literal["white", "black", "both"]
    amount: str
    ply: int
    text: Text
    plies: tuple[int, ...] = ()
    squares: tuple[str, ...] = ()


class OutcomeEntries(msgspec.Struct, frozen=True):
    """The entries that belong to an outcome and not to the game (RULES 12): short draw, pieces left, transfer."""

    draw: tuple[Entry, ...]
    white_wins: tuple[Entry, ...]
    black_wins: tuple[Entry, ...]


class RunningItem(msgspec.Struct, frozen=True):
    """Something that is still under way: an open loss, a sacrifice that may earn, a king that has not castled.

    `progress` of `goal` full moves, where there is something to count.
    """

    kind: Literal["open_loss", "sacrifice", "uncastled_king"]
    side: Side
    text: Text
    progress: int | None = None
    goal: int | None = None


class Running(msgspec.Struct, frozen=True):
    """What may still change the score by itself; `moves_to_go` of 25 until a draw is no longer a short one."""

    moves_to_go: int
    items: tuple[RunningItem, ...] = ()


class OtherVerdict(msgspec.Struct, frozen=True):
    """What another policy of RULES 10 would make of the same flag fall, where that is another outcome."""

    policy: FlagPolicy
    outcome: OutcomeName
    text: Text


class FlagVerdict(msgspec.Struct, frozen=True):
    """What it would mean if the flag of one side fell now, by the policy of the game, and why.

    `reason` is a code, the same one as in reports: "can_mate", "bare_king", "mate_line" and so on. `squares` are those
    of the units that decide it. `pending`: it is being proved whether the other side can mate, as policy "fide" asks,
    and the outcome is what holds until then. `line` is a mating line from the shown position in UCI, where "fide" found
    one of at most 12 plies. `others` are the policies that are known to disagree; "server" is not among them, it has
    not spoken.
    """

    outcome: OutcomeName
    text: Text
    policy: FlagPolicy
    reason: str
    squares: tuple[str, ...] = ()
    pending: bool = False
    line: tuple[str, ...] | None = None
    others: tuple[OtherVerdict, ...] = ()


class Flag(msgspec.Struct, frozen=True):
    """The two flag-fall verdicts; `white` is what happens if White's flag falls. `policy` is RULES 10's name for it.

    `dead`: neither side can mate any more, as the material says or as was proved; null while that is not known. By
    proof it ends a game under the policy "fide" only.
    """

    policy: FlagPolicy
    white: FlagVerdict
    black: FlagVerdict
    dead: Literal["material", "proof"] | None = None


class Opening(msgspec.Struct, frozen=True):
    """The opening as people call it, with its code in the Encyclopaedia of Chess Openings ("C37")."""

    code: str
    name: str


class Book(msgspec.Struct, frozen=True):
    """Which book says how far the game follows known predecessors: `ply` is the last known one, 0 is the start.

    `provisional`: an answer is missing that may still change it. `in_book`: the position after the last move is known,
    so nothing counts as played since the book yet. `opening` is null where none has a name.
    """

    name: str
    ply: int
    provisional: bool = False
    in_book: bool = False
    opening: Opening | None = None


class Status(msgspec.Struct, frozen=True):
    """What the state knows about itself.

    `stale_since_ms` is how long, before this message was built, nothing had been heard of a running game when it
    should have been. `corrected`: its score was changed after it had been given, see the `corrections`.
    """

    lifecycle: Lifecycle
    plies_behind: int = 0
    provisional: bool = False
    settled: bool = False
    corrected: bool = False
    offers_known: bool = False
    stale_since_ms: int | None = None
    note: Text | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game ended, who got what, and what the server said; points null for a void game.

    `flagged` is whose flag fell, if that ended the game and it is known.
    """

    outcome: OutcomeName
    ending: str
    points: Points | None
    text: Text
    server: Text | None = None
    flagged: Side | None = None


class Correction(msgspec.Struct, frozen=True):
    """A score that was given and changed afterwards: what became known, and the points, null for a void game."""

    cause: Cause
    before: Points | None
    after: Points | None
    text: Text


class GameState(msgspec.Struct, frozen=True):
    """The whole state of one game: the topic `game/<id>` and `GET /api/v1/games/<id>`."""

    id: str
    white: Player
    black: Player
    fen: str
    start_fen: str
    chess960: bool
    last_move: str | None
    ply: int
    clocks: Clocks
    score: Score
    leader: Leader
    entries: tuple[Entry, ...]
    outcome_entries: OutcomeEntries
    running: Running
    flag: Flag
    book: Book
    stakes: Points
    status: Status
    rules: dict[str, str]
    speed: str
    url: str | None = None
    result: Result | None = None
    history: tuple[tuple[float, float], ...] = ()
    """Points of both sides if drawn, at every ply from 0 to `ply`."""
    base: Points = Points("0.45", "0.55")
    """What each side starts with before any entry (RULES 8): the first line of every breakdown."""
    check: Side | None = None
    """The side whose king is in check in the shown position."""
    corrections: tuple[Correction, ...] = ()
    """What was changed after the end, oldest first; the last `after` is the score that holds."""


class LobbyGame(msgspec.Struct, frozen=True):
    """One line of the lobby; `stale`: nothing is heard of it although it runs. The rest is as in `Status`."""

    id: str
    white: Player
    black: Player
    fen: str
    last_move: str | None
    ply: int
    draw: Points
    leader: Leader
    lifecycle: Lifecycle
    speed: str
    result: Result | None = None
    plies_behind: int = 0
    stale: bool = False
    provisional: bool = False
    settled: bool = False
    corrected: bool = False
    note: Text | None = None


class Lobby(msgspec.Struct, frozen=True):
    """The topic `lobby`, and `GET /api/v1/games`: the games in the order in which they were found."""

    games: tuple[LobbyGame, ...]


class Frame(msgspec.Struct, frozen=True):
    """One WebSocket message: the current state of one topic. `state` null: there is none (yet, or any more)."""

    topic: str
    version: int
    state: GameState | Lobby | None

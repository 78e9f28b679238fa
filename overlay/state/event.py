"""A scored event: standings, who met whom in which round, its games, teams, and the match that is being played."""

from typing import Literal

import msgspec

from overlay.state.common import OutcomeName, Player, Points, Text
from overlay.state.lobby import LobbyGame

EventKind = Literal["evening", "match", "round_robin", "swiss", "arena", "league", "team_match"]
"""What is played; the evening is whatever is followed, in `event/all`."""


class Row(msgspec.Struct, frozen=True):
    """A player's line of the standings; equal players share a place.

    `points` and `classical` (1, ½, 0 as "1.50") are of the `games` that are over and count. While one runs, `playing`
    is its id, and `live` what the points would be if it were drawn now; of several it is the first, and all are drawn.
    Sums of points are rounded down. `tie_breaks` are the values of those that the event names, in its order, null where
    one says nothing of this player. `prize` is what the player gets for this place, shared with equals. `corrected`: an
    arbiter has changed a game of this player a short while ago.
    """

    place: int
    player: Player
    points: str
    classical: str
    games: int
    playing: str | None = None
    live: str | None = None
    tie_breaks: tuple[str | None, ...] = ()
    prize: str | None = None
    corrected: bool = False


class Meeting(msgspec.Struct, frozen=True):
    """One game between two rows of the standings, by their indices.

    While it runs `outcome` is null, and `points` are what a draw now would give, null where that is not known. A void
    game has no points and counts for nobody. `corrected`: an arbiter or the record has changed what it gave.
    """

    game: str
    white: int
    black: int
    outcome: OutcomeName | None
    points: Points | None
    round: int | None = None
    board: int | None = None
    corrected: bool = False


class TeamRow(msgspec.Struct, frozen=True):
    """A team's line of the table of teams, of the matches that are over.

    `points` are the game points, `classical` the same by 1, ½, 0; sums of points are rounded down.
    """

    place: int
    team: str
    match_points: int
    points: str
    classical: str
    matches: int


class TeamMatch(msgspec.Struct, frozen=True):
    """What two teams play in one round, in match points (null while it runs) and game points, the first's first."""

    round: int | None
    teams: tuple[str, str]
    match_points: tuple[int, int] | None
    points: tuple[str, str]
    running: int


class Need(msgspec.Struct, frozen=True):
    """What a player still needs to win the match (RULES 11).

    `missing` points to the target, `per_game` the least that would do from every remaining game, `fewest_games` how
    many games it takes at least. Not `reachable`: not even a whole point from all of them would do, or the other has
    won; `per_game` and `fewest_games` are then null. All is rounded up, so that it is enough.
    """

    missing: str
    reachable: bool
    per_game: str | None = None
    fewest_games: int | None = None


class Match(msgspec.Struct, frozen=True):
    """A match of `length` games to `target` points (RULES 11); every pair is of the first and the second player.

    `playing` is the running game, `white` the player who has White in it (0 or 1), and `live` are the points if it were
    drawn now; all are null while none runs. `winner` is 0 or 1, and `both_lost` says that neither can reach the target
    any more. Sums of points are rounded down, so that the target is never shown before it is reached. `history` is how
    the points stood before the first game and after each. `next_players` are the names of those who play the next
    match of a championship after both have lost this one, if others come for them. `corrected`: an arbiter has changed
    a game a short while ago.
    """

    players: tuple[Player, Player]
    points: tuple[str, str]
    classical: tuple[str, str]
    target: str
    length: int
    games_left: int
    needs: tuple[Need, Need]
    playing: str | None = None
    white: int | None = None
    live: tuple[str, str] | None = None
    winner: int | None = None
    both_lost: bool = False
    over: bool = False
    history: tuple[tuple[str, str], ...] = ()
    next_players: tuple[str, ...] = ()
    corrected: bool = False


class Event(msgspec.Struct, frozen=True):
    """The topic `event/<id>`.

    `rows` are the best, `meetings` the games between them in the order in which they began, `games` those under way,
    then the latest results, of which those are `corrected` that an arbiter has changed a short while ago; each list has
    an end. So `players`, `played` (games that are over and count) and `running`
    say how many there are in all. `rounds` is how many will be played, if it is known. `tie_breaks` are codes.
    `rules_versions` are those of the rules by which the games were scored; one, unless the rules changed in between.
    """

    id: str
    name: Text
    rows: tuple[Row, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    games: tuple[LobbyGame, ...] = ()
    match: Match | None = None
    players: int = 0
    played: int = 0
    running: int = 0
    kind: EventKind = "evening"
    rounds: int | None = None
    tie_breaks: tuple[str, ...] = ()
    teams: tuple[TeamRow, ...] = ()
    team_matches: tuple[TeamMatch, ...] = ()
    rules_versions: tuple[str, ...] = ()


class EventLine(msgspec.Struct, frozen=True):
    """An event in the list of all: what it is, and how far it is."""

    id: str
    name: Text
    kind: EventKind
    players: int
    played: int
    running: int


class Events(msgspec.Struct, frozen=True):
    """`GET /api/v1/events`: the events in the order in which they came; the evening is `all`."""

    events: tuple[EventLine, ...]

"""A scored event: standings, who met whom, its games, and the match that is being played."""

import msgspec

from overlay.state.common import OutcomeName, Player, Points, Text
from overlay.state.lobby import LobbyGame


class Row(msgspec.Struct, frozen=True):
    """A player's line of the standings; equal players share a place.

    `points` and `classical` (1, ½, 0 as "1.50") are of the `games` that are over and count. While one runs, `playing`
    is its id, and `live` what the points would be if it were drawn now; of several it is the first, and all are drawn.
    Sums of points are rounded down.
    """

    place: int
    player: Player
    points: str
    classical: str
    games: int
    playing: str | None = None
    live: str | None = None


class Meeting(msgspec.Struct, frozen=True):
    """One game between two rows of the standings, by their indices.

    While it runs `outcome` is null, and `points` are what a draw now would give.
    """

    game: str
    white: int
    black: int
    outcome: OutcomeName | None
    points: Points


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
    any more. Sums of points are rounded down, so that the target is never shown before it is reached.
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


class Event(msgspec.Struct, frozen=True):
    """The topic `event/<id>`.

    `rows` are the best, `meetings` the games between them, `games` those under way, then the latest results; each list
    has an end. So `players`, `played` (games that are over and count) and `running` say how many there are in all.
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

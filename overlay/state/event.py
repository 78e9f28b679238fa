"""A scored event: standings, who met whom, its games, and the match that is being played."""

import msgspec

from overlay.state.common import OutcomeName, Player, Points, Text
from overlay.state.lobby import LobbyGame


class Row(msgspec.Struct, frozen=True):
    """A player's line of the standings; equal players share a place.

    `points` and `classical` (1, ½, 0 as "1.5") are of the `games` that are over and count. While one runs, `playing`
    is its id, and `live` what the points would be if it were drawn now.
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

    While it runs `outcome` is null, and `points` are what a draw now would give; for a void game both say so.
    """

    game: str
    white: int
    black: int
    outcome: OutcomeName | None
    points: Points | None


class Need(msgspec.Struct, frozen=True):
    """What a player still needs to win the match (RULES 11).

    `missing` points to the target, `per_game` the least that would do from every remaining game, `fewest_games` how
    many games it takes at least. Not `reachable`: not even winning all of them would do; the others are then null.
    """

    missing: str
    reachable: bool
    per_game: str | None = None
    fewest_games: int | None = None


class Match(msgspec.Struct, frozen=True):
    """A match of `length` games to `target` points (RULES 11); every pair is of the first and the second player.

    `live` are the points if the running game were drawn now, null while none runs. `winner` is 0 or 1, and `both_lost`
    says that neither can reach the target any more.
    """

    players: tuple[Player, Player]
    points: tuple[str, str]
    classical: tuple[str, str]
    target: str
    length: int
    games_left: int
    needs: tuple[Need, Need]
    live: tuple[str, str] | None = None
    winner: int | None = None
    both_lost: bool = False
    over: bool = False


class Event(msgspec.Struct, frozen=True):
    """The topic `event/<id>`; the games are those of the lobby, in the event's order."""

    id: str
    name: Text
    rows: tuple[Row, ...] = ()
    meetings: tuple[Meeting, ...] = ()
    games: tuple[LobbyGame, ...] = ()
    match: Match | None = None

"""The lobby: one line for every game."""

import msgspec

from overlay.state.common import Leader, Lifecycle, Player, Points, Result, Text


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

"""What is kept of the room, so that a restart of the program in the middle of a game loses no move."""

from collections.abc import Iterator, Sequence

import msgspec
import structlog

from bot.boards.games import BoardGame
from bot.config.boards import BoardSection

log = structlog.get_logger()

KEPT_MS = 24 * 60 * 60_000
"""How long games are remembered after they began …"""
KEPT_GAMES = 12
"""… and how many of a board at most."""


class Names(msgspec.Struct, frozen=True):
    """What a board is called, and who plays there; "" where nobody has said."""

    board: str = ""
    white: str = ""
    black: str = ""
    round: str = ""


class KeptTable(msgspec.Struct, kw_only=True):
    """What is kept of a board.

    `configured` are the names that the configuration gave, `fresh` says that the names were given for a game that has
    not begun, and `turned` that White sits where Black usually does; None while that is not known.
    """

    serial: str
    names: Names = Names()
    configured: Names = Names()
    fresh: bool = False
    turned: bool | None = None
    games: list[BoardGame] = []

    @property
    def name(self) -> str:
        """What people call the board."""
        return self.names.board or f"Board {self.serial}"

    @property
    def last(self) -> BoardGame | None:
        """The last game that was begun."""
        return self.games[-1] if self.games else None


class KeptRoom(msgspec.Struct, kw_only=True):
    """The round that is played, the one that the configuration named then, and all boards."""

    round: int = 1
    configured_round: int = 0
    tables: list[KeptTable] = []


def read_kept(json: bytes | None, now_ms: int) -> KeptRoom:
    """What was kept; games of another day are forgotten, and what cannot be read is as if it had never been kept."""
    if json is None:
        return KeptRoom()
    try:
        room = msgspec.json.decode(json, type=KeptRoom)
    except (msgspec.MsgspecError, UnicodeError) as error:
        log.warning("what was kept of the boards cannot be read", reason=str(error))
        return KeptRoom()
    for table in room.tables:
        table.games = [game for game in table.games if now_ms - game.began_ms < KEPT_MS and _is_played(game)]
    return room


def tables_of(configured: Sequence[BoardSection], kept: KeptRoom) -> Iterator[KeptTable]:
    """The boards that are configured or have games; what the operator said holds until the configuration changes."""
    before = {table.serial: table for table in kept.tables}
    for place in configured:
        names = Names(place.name, place.white, place.black, place.round)
        table = before.pop(place.board, None) or KeptTable(serial=place.board)
        if table.configured != names:
            table.names = table.configured = names
            table.fresh = bool(place.white or place.black)
        yield table
    yield from (table for table in before.values() if table.games or table.names != table.configured)


def _is_played(game: BoardGame) -> bool:
    try:
        game.position()
    except ValueError:
        log.warning("a game that was kept is left out", game=game.id, reason="its moves are not legal")
        return False
    return True

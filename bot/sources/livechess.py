"""DGT boards through LiveChess: the games of the room, told as they are played."""

from collections.abc import Callable
from random import Random

from bot.boards.games import BoardGame, record_of
from bot.boards.livechess.client import LiveChessClient
from bot.boards.room import Room
from bot.clock import Clock
from bot.sources._whole import WholeGames
from bot.together import together
from bot.updates import Listener

NAME = "boards"


class LiveChessSource:
    """Carries all games of a room whose boards LiveChess tells of."""

    def __init__(
        self,
        url: str,
        room: Room,
        clock: Clock,
        *,
        received: Callable[[str, bytes], None] = lambda _origin, _frame: None,
        random: Random | None = None,
    ) -> None:
        """Take the address of LiveChess, the room, the time, and who keeps what is new of what it says."""
        self._room = room
        self._client = LiveChessClient(
            url, clock, room, received=lambda frame: received(self.name, frame), random=random
        )

    @property
    def name(self) -> str:
        """What people call it."""
        return NAME

    async def run(self, listener: Listener) -> None:
        """Tell of all games until cancelled."""
        self._room.listen(BoardGames(listener))
        async with together() as group:
            group.create_task(self._client.run(), name="LiveChess")
            group.create_task(self._room.keep_time(), name="boards that settle")


class BoardGames:
    """An audience for a room: hands the games of each board to a listener, as records that change."""

    def __init__(self, listener: Listener) -> None:
        """Take who listens."""
        self._listener = listener
        self._boards: dict[str, WholeGames] = {}

    def told(self, serial: str, game: BoardGame) -> None:
        """Tell how a game stands now, if that is news."""
        self._board(serial).take(game.id, record_of(game).encode())

    def lost(self, serial: str, reason: str) -> None:
        """Tell that the game of a board cannot be heard."""
        self._board(serial).lost(reason)

    def heard(self, serial: str) -> None:
        """Give a sign of life of the game of a board."""
        self._board(serial).all_heard()

    def _board(self, serial: str) -> WholeGames:
        return self._boards.setdefault(serial, WholeGames(self._listener, NAME))

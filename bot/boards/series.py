"""The games of one board, one after the other: their ids, their players and their round."""

from collections.abc import Callable
from datetime import UTC, datetime

from bot.boards.games import BoardGame
from bot.boards.keeping import KEPT_GAMES, KEPT_MS, KeptTable, Names


class Series:
    """Begins the games of a board, and names them."""

    def __init__(self, kept: KeptTable, round_of: Callable[[], str], tell: Callable[[BoardGame], None]) -> None:
        """Take what is kept of the board, who knows its round if nobody names it, and whom to tell of a game."""
        self._kept = kept
        self._round_of = round_of
        self._tell = tell

    def begin(self, number: int, now_ms: int) -> BoardGame:
        """Begin a game, which is not told yet; one before without a result is broken off."""
        before = self._kept.last
        if before and not before.over:
            before.outcome, before.ended_ms = "void", now_ms
            self._tell(before)
        game = BoardGame(id=self._next_id(now_ms), number=number, began_ms=now_ms)
        self._name(game)
        self._kept.fresh = False
        remembered = [game for game in self._kept.games if now_ms - game.began_ms < KEPT_MS]
        self._kept.games = [*remembered[-KEPT_GAMES + 1 :], game]
        return game

    def call(self, names: Names, game: BoardGame | None) -> None:
        """Have other names from now on; a game that is given has them, too."""
        self._kept.names = names
        if game:
            self._name(game)
            self._tell(game)

    def _name(self, game: BoardGame) -> None:
        names = self._kept.names
        game.white = names.white or f"{self._kept.name} (White)"
        game.black = names.black or f"{self._kept.name} (Black)"
        game.round = names.round or self._round_of()

    def _next_id(self, now_ms: int) -> str:
        """Fit for addresses: the board, the day, and a number on that day."""
        day = f"board-{self._kept.serial}-{datetime.fromtimestamp(now_ms / 1000, UTC):%Y%m%d}-"
        numbers = (int(game.id.removeprefix(day)) for game in self._kept.games if game.id.startswith(day))
        return f"{day}{max(numbers, default=0) + 1}"

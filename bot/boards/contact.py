"""Whether a board can be heard, and who hears of its games."""

from typing import Literal, TypeAlias

from bot.boards.audience import Audience, Nobody
from bot.boards.games import BoardGame
from bot.boards.keeping import KeptTable
from bot.boards.livechess.wire import ListedBoard

Link: TypeAlias = Literal["connected", "silent", "away"]
"""Whether a board answers, does not answer, or is not there."""


class Contact:
    """The contact with one board; whoever hears of its games hears, too, when that is lost.

    Attributes:
        link: Whether the board answers.
        trouble: Why it cannot be heard, in a sentence; "" while it can.
        listed: What LiveChess' list says of it; None before it was there.
        audience: Who hears of its games.
    """

    def __init__(self, kept: KeptTable) -> None:
        self.link: Link = "away"
        self.trouble = "the board is not connected"
        self.listed: ListedBoard | None = None
        self.audience: Audience = Nobody()
        self._kept = kept

    def appear(self, board: ListedBoard) -> None:
        """The board is there, and answers."""
        self.listed = board
        self.hear()
        self.audience.heard(self._kept.serial)

    def hear(self) -> None:
        """Something was heard of the board."""
        if self.link != "connected":
            self.link, self.trouble = "connected", ""
            if self._kept.last:
                self.audience.told(self._kept.serial, self._kept.last)

    def silence(self, link: Link, reason: str) -> None:
        """The board cannot be heard for the time being."""
        if self.link == "connected":
            self.audience.lost(self._kept.serial, reason)
        self.link, self.trouble = link, reason

    def tell(self, *games: BoardGame) -> None:
        """Tell how games stand now."""
        for game in games:
            self.audience.told(self._kept.serial, game)
        if self.link != "connected":
            self.audience.lost(self._kept.serial, self.trouble)

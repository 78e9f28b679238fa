"""Whether LiveChess answers, and which boards it has."""

import asyncio
from collections.abc import AsyncIterator

from bot.boards.livechess.client import LiveChessClient
from bot.boards.livechess.session import NOT_RESPONDING
from bot.boards.livechess.wire import ListedBoard, Position
from bot.clock import Clock
from bot.config.boards import BoardsSection
from bot.doctor.finding import Finding, count


async def look_at_boards(section: BoardsSection, clock: Clock) -> AsyncIterator[Finding]:
    """Ask LiveChess once which boards there are."""
    heard = _Heard()
    asking = asyncio.create_task(LiveChessClient(section.livechess, clock, heard).run())
    try:
        await heard.enough.wait()
    finally:
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    if heard.boards is None:
        yield Finding("bad", "boards", heard.reason, "start LiveChess, or check boards.livechess")
        return
    yield Finding("good", "boards", f"LiveChess knows {count(len(heard.boards), 'board')}")
    for reason in heard.refused:
        yield Finding("note", "boards", reason)
    there = {board.serial: board for board in heard.boards}
    for place in section.games:
        if place.board not in there:
            yield Finding(
                "note", "boards", f"board {place.board} is not connected", "switch it on, or check its number"
            )
        elif there[place.board].state == NOT_RESPONDING:
            yield Finding("note", "boards", f"board {place.board} does not respond", "look at its cable or battery")


class _Heard:
    """Hears of the boards once."""

    def __init__(self) -> None:
        self.enough = asyncio.Event()
        self.boards: tuple[ListedBoard, ...] | None = None
        self.refused: tuple[str, ...] = ()
        self.reason = ""

    def connected(self) -> None:
        """Its answer is still to come."""

    def disconnected(self, reason: str) -> None:
        """There will be no answer."""
        self.reason = reason
        self.enough.set()

    def listed(self, boards: tuple[ListedBoard, ...], refused: tuple[str, ...]) -> None:
        """The answer."""
        self.boards, self.refused = boards, refused
        self.enough.set()

    def placed(self, position: Position) -> None:
        """What stands on a board does not matter here."""

"""What is said on one connection to LiveChess, without the connection: frames in, frames and news out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

import structlog

from bot.boards.livechess.wire import (
    BOARDS,
    Answer,
    Boards,
    FeedNews,
    ListedBoard,
    Position,
    Unusable,
    call,
    read_frame,
    subscription,
)

log = structlog.get_logger()

MAX_BOARDS = 200
"""Of one LiveChess; all further ones are left out."""
NOT_RESPONDING = "NOTRESPONDING"
_MOST_COMPLAINTS = 50


class Hearer(Protocol):
    """Whoever hears of the boards; every call returns quickly and never raises."""

    def connected(self) -> None:
        """LiveChess is there."""

    def disconnected(self, reason: str) -> None:
        """LiveChess cannot be reached for the time being, or does not answer."""

    def listed(self, boards: tuple[ListedBoard, ...], refused: tuple[str, ...]) -> None:
        """All boards that LiveChess knows now, each number once; what is not here is not there."""

    def placed(self, position: Position) -> None:
        """What stands on a board now."""


class Session:
    """One connection: asks for the boards, subscribes to each, and tells what comes."""

    def __init__(self, hearer: Hearer, received: Callable[[bytes], None] = lambda _frame: None) -> None:
        """Take who hears of the boards, and who keeps feeds' frames as they came, if they say something new."""
        self._hearer = hearer
        self._received = received
        self._calls = 0
        self._asked: int | None = None
        self._feeds: dict[str, int] = {}
        self._told: dict[int, bytes] = {}
        self._fed: set[str] = set()
        self._responding: set[str] = set()
        self._sources: dict[str, str] = {}
        self._complaints: set[str] = set()

    @property
    def waits(self) -> bool:
        """Whether LiveChess has not said yet which boards there are."""
        return self._asked is not None

    def ask(self) -> str:
        """The frame that asks which boards there are."""
        self._asked = self._next_call()
        return call(self._asked, BOARDS)

    def take(self, frame: str | bytes) -> list[str]:
        """Take a frame; gives those that are to be sent."""
        match read_frame(frame, self._asked):
            case Boards(boards, refused):
                self._asked = None
                return list(self._list(boards, refused))
            case FeedNews(feed, position, told):
                if self._is_new(feed, told):
                    self._received(frame.encode() if isinstance(frame, str) else frame)
                self._feed(feed, position)
            case Unusable(reason):
                self._complain(reason)
            case Answer():
                pass
        return []

    def _is_new(self, feed: int, told: bytes) -> bool:
        """Whether a feed says something else than the last time; one to which nobody subscribed always does."""
        if feed not in self._feeds.values():
            return True
        before, self._told[feed] = self._told.get(feed), told
        return told != before

    def _list(self, listed: tuple[ListedBoard, ...], refused: tuple[str, ...]) -> Iterator[str]:
        boards, twins = self._one_of_each(listed)
        if len(boards) > MAX_BOARDS:
            refused = (*refused, f"there are more than {MAX_BOARDS} boards")
            boards = dict(list(boards.items())[:MAX_BOARDS])
        reasons = tuple(dict.fromkeys((*refused, *twins)))
        for reason in reasons:
            self._complain(reason)
        self._hearer.listed(tuple(boards.values()), reasons)
        responding = {serial for serial, board in boards.items() if board.state != NOT_RESPONDING}
        self._fed &= responding
        for serial in boards:
            # LiveChess may have forgotten who listened to a board that was away.
            if serial in responding and serial not in self._responding:
                feed = self._feeds.setdefault(serial, len(self._feeds) + 1)
                yield subscription(self._next_call(), feed, serial)
        self._responding = responding
        for serial in responding - self._fed:
            if (position := boards[serial].position) is not None:
                self._placed(position)

    def _one_of_each(self, listed: tuple[ListedBoard, ...]) -> tuple[dict[str, ListedBoard], list[str]]:
        """One board for each number: the one that was there first; and what to say of the others."""
        boards: dict[str, ListedBoard] = {}
        twins: list[str] = []
        first_known = sorted(listed, key=lambda board: board.source != self._sources.get(board.serial, board.source))
        for board in first_known:
            if (first := boards.setdefault(board.serial, board)) is not board:
                places = f"the one at {first.source or 'the first place'} is read, not the one at {board.source or '?'}"
                twins.append(f"two boards have the number {board.serial}: {places}")
        self._sources |= {serial: board.source for serial, board in boards.items()}
        return {board.serial: boards[board.serial] for board in listed}, twins

    def _feed(self, feed: int, position: Position) -> None:
        serial = next((serial for serial, number in self._feeds.items() if number == feed), None)
        if serial is None:
            self._complain("there is news of a feed that nobody subscribed to")
        elif position.serial not in ("", serial):
            self._complain(f"the feed of board {serial} tells of board {position.serial}")
        else:
            self._fed.add(serial)
            self._placed(replace(position, serial=serial))

    def _placed(self, position: Position) -> None:
        if position.clock and position.clock.strange:
            fields = position.clock.strange
            self._complain(f"the clock beside board {position.serial} is not understood; its fields: {fields}")
        self._hearer.placed(position)

    def _complain(self, reason: str) -> None:
        """Log what is wrong, each thing once."""
        if reason not in self._complaints and len(self._complaints) < _MOST_COMPLAINTS:
            self._complaints.add(reason)
            log.warning("LiveChess not understood", reason=reason)

    def _next_call(self) -> int:
        self._calls += 1
        return self._calls

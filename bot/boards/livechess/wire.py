"""The messages of LiveChess 2.2, JSON in text frames, as a capture shows them.

Fields that are not known are passed over; of those that are known, only what is needed must have its kind.
"""

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from bot.boards.livechess.clocks import ClockReading, read_clock

BOARDS = "eboards"
SERIAL = re.compile(r"[A-Za-z0-9_-]{1,30}")
"""Numbers of boards: what looks otherwise is none."""
LONGEST_TEXT = 60
"""How much of a text that only people read is taken."""
_NOTHING = msgspec.Raw(b"null")


@dataclass(frozen=True, slots=True)
class Position:
    """What stands on a board: the board part of a FEN, whether LiveChess calls it flipped, and the clock beside it.

    `clock` is None where nothing is said of it: it is as before. One that is not there any more shows nothing.
    `serial` is "" where a feed does not say it. `sans` are the moves since LiveChess was told to set up a game; None
    where it was not.
    """

    serial: str
    placement: str
    flipped: bool = False
    clock: ClockReading | None = None
    sans: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ListedBoard:
    """A board that LiveChess knows: where it is connected ("COM3"), its state in LiveChess' words, and its battery."""

    serial: str
    source: str = ""
    state: str = ""
    battery: str = ""
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Boards:
    """The answer to the question which boards there are, and why some of them cannot be used."""

    boards: tuple[ListedBoard, ...]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Another call was answered."""


@dataclass(frozen=True, slots=True)
class FeedNews:
    """A message of a feed, by the id that it was subscribed with; `told` is all that it says but the time."""

    feed: int
    position: Position
    told: bytes


@dataclass(frozen=True, slots=True)
class Unusable:
    """Something that cannot be used, and why, in words that stay the same as long as the reason does."""

    reason: str


News: TypeAlias = Boards | Answer | FeedNews | Unusable


class _Frame(msgspec.Struct):
    response: str
    id: int | None = None
    param: msgspec.Raw = _NOTHING


class _Board(msgspec.Struct):
    serialnr: str | int = ""
    source: Any = None
    state: Any = None
    battery: Any = None
    board: str | None = None
    flipped: Any = None
    clock: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    san: list[str] | None = None


def call(number: int, name: str) -> str:
    """A call without parameters, as it is sent."""
    return _encoded({"id": number, "call": name})


def subscription(number: int, feed: int, serial: str) -> str:
    """The call that subscribes to a board under the id of a feed."""
    param = {"feed": "eboardevent", "id": feed, "param": {"serialnr": serial}}
    return _encoded({"id": number, "call": "subscribe", "param": param})


def read_frame(frame: str | bytes, asked: int | None) -> News:
    """Read a frame; `asked` is the number of the call that asked for the boards and waits for its answer."""
    try:
        told = msgspec.json.decode(frame, type=_Frame)
        if told.response == "feed":
            return _feed(told)
        if told.response != "call":
            return Unusable("it answers with something that is neither a call nor a feed")
        if told.id is None or told.id != asked:
            return Answer()
        return _boards(msgspec.json.decode(told.param, type=list[msgspec.Raw]))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Unusable("a message cannot be read")


def _feed(told: _Frame) -> News:
    board = msgspec.json.decode(told.param, type=_Board)
    position = _position(board)
    if told.id is None or position is None:
        return Unusable("a message of a feed has no position")
    return FeedNews(told.id, position, bytes(told.param))


def _boards(entries: list[msgspec.Raw]) -> Boards:
    """Read each board by itself: one that cannot be read keeps no other one back."""
    boards, refused = [], []
    for entry in entries:
        try:
            board = msgspec.json.decode(entry, type=_Board)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            refused.append("a board cannot be read")
            continue
        if not SERIAL.fullmatch(str(board.serialnr)):
            refused.append("a board has no number that can be one")
            continue
        listed = ListedBoard(
            str(board.serialnr), _text(board.source), _text(board.state).upper(), _text(board.battery), _position(board)
        )
        boards.append(listed)
    return Boards(tuple(boards), tuple(refused))


def _position(board: _Board) -> Position | None:
    if board.board is None:
        return None
    sans = None if board.san is None else tuple(board.san)
    clock = None if board.clock is msgspec.UNSET else read_clock(board.clock)
    return Position(str(board.serialnr), board.board, board.flipped is True, clock, sans)


def _text(value: Any) -> str:
    """A text or number that people read."""
    known = isinstance(value, str | int | float) and not isinstance(value, bool)
    return " ".join(str(value).split())[:LONGEST_TEXT] if known else ""


def _encoded(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()

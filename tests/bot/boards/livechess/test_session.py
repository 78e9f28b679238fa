"""What is said on one connection, frame by frame."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.boards.livechess import session
from bot.boards.livechess.clocks import ClockReading
from bot.boards.livechess.session import Session
from bot.boards.livechess.wire import ListedBoard, Position

START = chess.STARTING_BOARD_FEN
MOVED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


@dataclass
class Heard:
    lists: list[list[str]] = field(default_factory=list)
    refused: tuple[str, ...] = ()
    boards: dict[str, ListedBoard] = field(default_factory=dict)
    placed_there: list[Position] = field(default_factory=list)

    def connected(self) -> None:
        raise AssertionError("a session is one connection")

    def disconnected(self, reason: str) -> None:
        raise AssertionError("a session is one connection")

    def listed(self, boards: tuple[ListedBoard, ...], refused: tuple[str, ...]) -> None:
        self.lists.append([board.serial for board in boards])
        self.boards = {board.serial: board for board in boards}
        self.refused = refused

    def placed(self, position: Position) -> None:
        self.placed_there.append(position)


def board(serial: object = "10001", **more: object) -> dict[str, Any]:
    return {"serialnr": serial, "source": "COM3", "state": "ACTIVE", "battery": "84%", "board": START} | more


def boards(number: int, *listed: object) -> str:
    return json.dumps({"response": "call", "id": number, "param": listed, "time": 1})


def feed(number: object, serial: object = "10001", placement: str = MOVED, **more: object) -> str:
    param = {"serialnr": serial, "flipped": False, "board": placement} | more
    return json.dumps({"response": "feed", "id": number, "param": param, "time": 1})


def answered(*listed: object) -> tuple[Session, Heard, list[Any]]:
    """A session whose first question was answered, and what it said then."""
    heard = Heard()
    talk = Session(heard)
    number = json.loads(talk.ask())["id"]
    return talk, heard, [json.loads(frame) for frame in talk.take(boards(number, *listed))]


def asked_again(talk: Session, *listed: object) -> list[Any]:
    number = json.loads(talk.ask())["id"]
    return [json.loads(frame) for frame in talk.take(boards(number, *listed))]


def test_the_capture() -> None:
    heard = Heard()
    talk = Session(heard)
    assert json.loads(talk.ask()) == {"id": 1, "call": "eboards"}
    assert talk.waits
    (said,) = talk.take(boards(1, board(comment=None, flipped=False, clock=None)))
    param = {"feed": "eboardevent", "id": 1, "param": {"serialnr": "10001"}}
    assert json.loads(said) == {"id": 2, "call": "subscribe", "param": param}
    assert not talk.waits
    assert talk.take('{"response":"call","id":2,"param":null,"time":1587948082887}') == []
    talk.take(feed(1))
    assert [position.placement for position in heard.placed_there] == [START, MOVED]
    listed = heard.boards["10001"]
    assert (listed.source, listed.state, listed.battery) == ("COM3", "ACTIVE", "84%")


def test_every_board_has_a_feed_of_its_own() -> None:
    talk, heard, said = answered(board("A"), board("B"))
    assert [(call["param"]["id"], call["param"]["param"]["serialnr"]) for call in said] == [(1, "A"), (2, "B")]
    talk.take(feed(2, "B"))
    assert heard.placed_there[-1].serial == "B"
    assert asked_again(talk, board("B"), board("A"), board("C"))[0]["param"]["id"] == 3


def test_what_the_list_says_of_a_position_counts_only_before_the_feed() -> None:
    talk, heard, _ = answered(board())
    talk.take(feed(1))
    asked_again(talk, board())
    assert heard.placed_there[-1].placement == MOVED


def test_a_board_that_was_away_is_subscribed_to_again() -> None:
    for away in ([], [board(state="NOTRESPONDING")]):
        talk, heard, _ = answered(board())
        talk.take(feed(1))
        assert asked_again(talk, *away) == []
        (again,) = asked_again(talk, board())
        assert again["param"]["id"] == 1
        assert heard.placed_there[-1].placement == START


def test_a_feed_may_leave_its_number_out() -> None:
    talk, heard, _ = answered(board())
    talk.take('{"response":"feed","id":1,"param":{"board":"8/8/8/8/8/8/8/8"}}')
    assert heard.placed_there[-1] == Position("10001", "8/8/8/8/8/8/8/8")


@pytest.mark.parametrize(
    ("said", "clock"), [("", None), (',"clock":null', ClockReading()), (',"clock":{"white":5}', ClockReading(5_000))]
)
def test_a_clock_may_be_left_out_and_be_gone(said: str, clock: ClockReading | None) -> None:
    talk, heard, _ = answered(board())
    talk.take(f'{{"response":"feed","id":1,"param":{{"board":"{MOVED}"{said}}}}}')
    assert heard.placed_there[-1].clock == clock


def test_numbers_and_fields_of_other_kinds() -> None:
    _, heard, said = answered(board(10001, battery=84, source=None, state="active", flipped="no", new={"x": 1}))
    assert said[0]["param"]["param"] == {"serialnr": "10001"}
    listed = heard.boards["10001"]
    assert (listed.battery, listed.source, listed.state) == ("84", "", "ACTIVE")


@pytest.mark.parametrize(
    "broken", [None, 3, "x", [], {}, board(None), board([]), board(""), board("a b"), board("x" * 31), board(board=3)]
)
def test_a_broken_board_keeps_no_other_one_back(broken: object) -> None:
    _, heard, said = answered(broken, board("B"))
    assert heard.lists == [["B"]]
    assert len(heard.refused) == 1
    assert len(said) == 1


def test_there_is_an_end_to_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MAX_BOARDS", 2)
    _, heard, said = answered(board("A"), board("B"), board("C"))
    assert (heard.lists, len(said)) == ([["A", "B"]], 2)
    assert heard.refused == ("there are more than 2 boards",)


def test_an_answer_to_an_older_question_is_no_list() -> None:
    talk, heard, _ = answered(board())
    talk.ask()
    assert talk.take(boards(1)) == []
    assert heard.lists == [["10001"]]
    assert talk.waits


FIELDS = st.sampled_from(["response", "id", "param", "serialnr", "board", "flipped", "clock", "san", "state"])
VALUES = st.sampled_from(["call", "feed", 1, 2, "10001", START, True, None, -1, 10**30, 1.5])
JSON = st.recursive(VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner), max_leaves=15)


@given(st.lists(st.binary() | st.text() | JSON.map(json.dumps), max_size=5))
def test_no_frame_breaks_it(frames: Sequence[str | bytes]) -> None:
    talk, heard, _ = answered(board())
    for frame in frames:
        talk.take(frame)
    talk.take(feed(1))
    assert heard.placed_there[-1].placement == MOVED

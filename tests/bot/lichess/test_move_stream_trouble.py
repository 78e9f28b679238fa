"""Move streams that are broken, doubled, newer than the decoder, or opened again."""

import json
from typing import Any

import chess
import pytest

from bot.lichess.decoder import Malformed
from bot.lichess.move_stream import Described, Event, Finished, Moved, MoveStream
from bot.updates import Clocks
from scoring import Ending, Finish, OfferEvent
from tests.bot.lichess.feeding import by_line, whole
from tests.bot.lichess.test_move_stream import decode, plies, record

GAME_ID, DATA = record("mate")
LINES = by_line(DATA)
TAKEBACK_ID, TAKEBACK = record("takeback")


def events_of(*lines: bytes, game_id: str = GAME_ID) -> list[Event]:
    return decode(MoveStream(game_id), lines)


def with_keys(line: bytes, **keys: Any) -> bytes:
    return json.dumps(json.loads(line) | keys).encode() + b"\n"


def reasons(events: list[Event]) -> list[tuple[str, bool]]:
    return [(event.reason, event.gap) for event in events if isinstance(event, Malformed)]


RIGHT = events_of(*LINES)

STRANGE_LINES = [
    b'{"t":"futureType","d":{"x":1}}\n',
    b'{"type":"opponentGone","gone":true}\n',
    b'{"fen":null}\n',
    b"{}\n",
    b"\n",
    b" \r\n",
]


@pytest.mark.parametrize("strange", STRANGE_LINES)
@pytest.mark.parametrize("place", range(len(LINES)))
def test_messages_that_nobody_knows_are_passed_over(strange: bytes, place: int) -> None:
    assert events_of(*LINES[:place], strange, *LINES[place:]) == RIGHT


BROKEN_LINES = [
    b'{"fen":"rnbqkbnr/ppppp\n',
    b'{"fen":5}\n',
    b'{"fen":"x","wc":"600"}\n',
    b"[]\n",
    b"null\n",
    b"<html><title>502 Bad Gateway</title></html>\n",
    b'{"fen":"\xff\xfe"}\n',
    b'{"id":"\xc3',
    b"\x00\x01\x02\n",
    b'{"x":' + b"[" * 100_000 + b"\n",
    b'{"winner":"green"}\n',
]


@pytest.mark.parametrize("broken", BROKEN_LINES, ids=[str(line[:24]) for line in BROKEN_LINES])
def test_a_broken_line_is_told_and_harms_no_other(broken: bytes) -> None:
    events = events_of(*LINES[:3], broken.rstrip(b"\n") + b"\n", *LINES[3:])
    ((reason, gap),) = reasons(events)
    assert ("not understood" in reason, gap) == (True, False)
    assert [event for event in events if not isinstance(event, Malformed)] == RIGHT


def test_keys_that_nobody_knows() -> None:
    lines = [with_keys(line, future={"nested": [1, {}]}, note="é\u2028") for line in LINES]
    assert events_of(*lines) == RIGHT


def test_keys_in_another_order() -> None:
    lines = [json.dumps(dict(reversed(json.loads(line).items()))).encode() + b"\n" for line in LINES]
    assert events_of(*lines) == RIGHT


def test_a_line_cut_off_by_the_end_of_the_stream() -> None:
    events = events_of(*LINES[:3], LINES[3][:40])
    assert reasons(events) == [("the stream ended in the middle of a line", False)]


def test_an_unknown_status_is_an_end_of_unknown_kind() -> None:
    final = with_keys(LINES[-1], status={"id": 61, "name": "futureEnd"})
    assert events_of(*LINES[:-1], final)[-1] == Finished(Finish(Ending.UNKNOWN, chess.BLACK), ())


def test_an_unknown_running_status_is_no_end() -> None:
    news = with_keys(LINES[-1], status={"id": 21, "name": "paused"})
    assert events_of(*LINES[:-1], news) == RIGHT[:-1]


def test_another_game_is_not_taken_for_this_one() -> None:
    events = events_of(*LINES, game_id="otherone")
    assert not any(isinstance(event, Described | Moved | Finished) for event in events)
    assert any(gap for _, gap in reasons(events))


def test_a_position_that_contradicts_the_moves_is_a_gap() -> None:
    events = events_of(*LINES[:4], LINES[5], *LINES[6:])
    ((reason, gap),) = reasons(events)
    assert gap
    assert reason.startswith("no move leads to the position ")


def test_a_position_before_the_description_is_a_gap() -> None:
    ((_, gap),) = reasons(events_of(LINES[1]))
    assert gap


@pytest.mark.parametrize("fen", ["nonsense", "8/8 w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1"])
def test_a_start_position_that_is_none(fen: str) -> None:
    ((reason, gap),) = reasons(events_of(with_keys(LINES[0], initialFen=fen)))
    assert gap
    assert reason.startswith("the start position is not one")


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_line_twice(number: int) -> None:
    events = events_of(*LINES[: number + 1], *LINES[number:])
    assert reasons(events) == []
    assert [event for i, event in enumerate(events) if event not in events[:i]] == RIGHT


def test_the_description_of_a_variant_needs_no_board() -> None:
    variant = {"key": "crazyhouse", "name": "Crazyhouse", "short": "Crazy"}
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 0 1"
    (described,) = events_of(with_keys(LINES[0], variant=variant, initialFen=fen))
    assert isinstance(described, Described)
    assert described.info.variant == "crazyhouse"


@pytest.mark.parametrize(
    ("plies_told", "offers"),
    [
        ([], ()),
        ([3], (OfferEvent(3, chess.WHITE),)),
        ([2, 3], (OfferEvent(2, chess.BLACK), OfferEvent(3, chess.WHITE))),
    ],
)
def test_draw_offers_of_the_final_line(plies_told: list[int], offers: tuple[OfferEvent, ...]) -> None:
    finished = events_of(*LINES[:-1], with_keys(LINES[-1], drawOffers=plies_told))[-1]
    assert finished == Finished(Finish(Ending.MATE, chess.BLACK), offers)


# --- streams opened again


@pytest.mark.parametrize("known", range(2, 20))
def test_a_replay_confirms_what_is_known_and_goes_on(known: int) -> None:
    lines = by_line(TAKEBACK)
    stream = MoveStream(TAKEBACK_ID)
    before = decode(stream, lines[:known])
    stream.reconnect()
    after = decode(stream, [lines[0], *current(lines, known), *lines[known:]])
    assert reasons([*before, *after]) == []
    assert isinstance(after[0], Described)
    assert plies([*before[-1:], *after[:2]])[:2] == [len(stream_moves(lines[:known]))] * 2
    assert [event for event in before if isinstance(event, Moved)] + after[2:] == decode(
        MoveStream(TAKEBACK_ID), whole(TAKEBACK)
    )[1:]


def stream_moves(lines: list[bytes]) -> tuple[chess.Move, ...]:
    stream = MoveStream(TAKEBACK_ID)
    decode(stream, lines)
    return stream.moves


def current(lines: list[bytes], known: int) -> list[bytes]:
    """The position lines of the game as it stands after the first lines, without what was taken back."""
    kept: list[bytes] = []
    for count in range(2, known + 1):
        ply = len(stream_moves(lines[:count]))
        kept = [*kept[:ply], lines[count - 1]]
    return kept


def test_a_takeback_meanwhile_shows_with_the_first_position_that_differs() -> None:
    lines = by_line(TAKEBACK)  # line 12 is the first one after the takeback of plies 9 and 10
    stream = MoveStream(TAKEBACK_ID)
    decode(stream, lines[:12])
    known = stream.moves
    stream.reconnect()
    assert plies(decode(stream, [lines[0], *lines[1:10]])) == []
    assert stream.moves == known
    events = decode(stream, lines[12:14])
    assert plies(events) == [9, 10]
    assert stream.moves[:8] == known[:8]
    assert stream.moves[8] != known[8]


def test_a_replay_of_less_is_no_takeback_yet() -> None:
    """Two plies taken back and none made since: the window shows less than before, and nothing is told."""
    stream = MoveStream(GAME_ID)
    (*_, last) = decode(stream, LINES[:6])
    stream.reconnect()
    events = decode(stream, LINES[:4])
    assert plies(events) == []
    assert isinstance(last, Moved)
    assert stream.moves == last.moves
    assert decode(stream, LINES[4:6])[-1] == last


def test_clocks_do_not_jump_back_in_a_replay() -> None:
    lines = by_line(TAKEBACK)
    stream = MoveStream(TAKEBACK_ID)
    decode(stream, lines[:9])
    stream.reconnect()
    clocks = [event.clocks for event in decode(stream, lines[:9]) if isinstance(event, Moved)]
    assert clocks == [Clocks(183_000, 182_000)]


@pytest.mark.parametrize("lost", [slice(1, 2), slice(2, 5), slice(1, 7), slice(7, 8)])
def test_lines_lost_in_a_replay_take_nothing_back(lost: slice) -> None:
    lines = by_line(TAKEBACK)[:9]
    stream = MoveStream(TAKEBACK_ID)
    decode(stream, lines)
    stream.reconnect()
    replay = lines.copy()
    del replay[lost]
    events = decode(stream, replay)
    assert reasons(events) == []
    assert plies(events) == [7]


def test_half_a_line_does_not_glue_to_the_next_connection() -> None:
    stream = MoveStream(GAME_ID)
    stream.feed(b"".join(LINES[:3]) + LINES[3][:30])
    stream.reconnect()
    assert decode(stream, LINES)[-1] == RIGHT[-1]

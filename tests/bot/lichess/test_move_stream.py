"""The decoder of move streams on recorded ones: fed whole, line by line, and one byte at a time."""

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lichess.decoder import Malformed
from bot.lichess.move_stream import Described, Event, Finished, Moved, MoveStream
from bot.updates import Clocks, Player
from scoring import Ending, Finish, OfferEvent
from tests.bot.lichess.feeding import by_line, byte_by_byte, whole

STREAMS = Path(__file__).parents[2] / "streams" / "game"
FILES = sorted(file.stem for file in STREAMS.glob("*.ndjson"))
CAPTURES = {
    "move-stream-2026-09-kSc2w4MX.ndjson": "kSc2w4MX",
    "move-stream-2023-02-finished-firstline-TQUh1YtP.ndjson": "TQUh1YtP",
}

WHITE_WON = Finish(Ending.RESIGNATION, chess.WHITE)
BLACK_WON = Finish(Ending.RESIGNATION, chess.BLACK)
EXPECTED: dict[str, tuple[str, Finish | None, tuple[OfferEvent, ...]]] = {
    "aborted": ("e4", Finish(Ending.ABORTED), ()),
    "castling-rook": ("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O Re1 d6", BLACK_WON, ()),
    "chess960": ("e4 e5 Nf3 Nf6 Nb3 Nb6 O-O O-O c3 c6", WHITE_WON, ()),
    "correspondence": ("e4 c5 Nf3 d6 d4", None, ()),
    "first-line-2023": (
        "d4 d5 c4 e6 Nc3 Nf6 Bg5",
        Finish(Ending.DRAW),
        (OfferEvent(3, chess.WHITE), OfferEvent(6, chess.BLACK)),
    ),
    "flag-fall": ("e4 e5 Nf3 Nc6 Bc4", Finish(Ending.FLAG_FALL, chess.WHITE), ()),
    # Lichess counts the plies of offers on from the start position's: 9 and 12 after 5.
    "from-position": (
        "Nf6 d3 Be7 O-O O-O Re1 d6",
        Finish(Ending.DRAW),
        (OfferEvent(4, chess.WHITE), OfferEvent(7, chess.BLACK)),
    ),
    "mate": ("f3 e5 g4 Qh4#", Finish(Ending.MATE, chess.BLACK), ()),
    "promotion": (
        (
            "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=N Qxa8 h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=Q+ Ng8 Nf3 e5 g3 e4 Bg2 "
            "exf3 O-O fxg2 d3 gxf1=R+ Kg2"
        ),
        BLACK_WON,
        (),
    ),
    "takeback": ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 Be7 O-O b5 Bb3 d6 c3 O-O", WHITE_WON, ()),
}


def decode(stream: MoveStream, chunks: Iterable[bytes]) -> list[Event]:
    return [event for chunk in chunks for event in stream.feed(chunk)] + stream.eof()


def record(name: str) -> tuple[str, bytes]:
    """The game's id and the bytes of a recorded stream."""
    data = (STREAMS / f"{name}.ndjson").read_bytes()
    return data[7:15].decode(), data


def san(start: chess.Board, moves: Iterable[chess.Move]) -> str:
    board = start.copy()
    return " ".join(board.san_and_push(move) for move in moves)


def plies(events: Iterable[Event]) -> list[int]:
    return [len(event.moves) for event in events if isinstance(event, Moved)]


def test_every_recorded_stream_is_expected() -> None:
    assert set(EXPECTED) == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_stream(name: str) -> None:
    game_id, data = record(name)
    moves, finish, offers = EXPECTED[name]
    stream = MoveStream(game_id, "http://lichess.test/x")
    events = decode(stream, whole(data))
    assert not any(isinstance(event, Malformed) for event in events)
    first, *between = events
    assert isinstance(first, Described)
    assert first.info.url == "http://lichess.test/x"
    if finish:
        assert between.pop() == Finished(finish, offers)
    assert all(isinstance(event, Moved) for event in between)
    assert san(first.info.start, stream.moves) == moves


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("cut", [by_line, byte_by_byte])
def test_however_it_is_cut_the_events_are_the_same(name: str, cut: Callable[[bytes], list[bytes]]) -> None:
    game_id, data = record(name)
    assert decode(MoveStream(game_id), cut(data)) == decode(MoveStream(game_id), whole(data))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FILES), st.lists(st.integers(0, 5000), max_size=12))
def test_any_chunking(name: str, cuts: list[int]) -> None:
    game_id, data = record(name)
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    chunks = [data[start:end] for start, end in itertools.pairwise(places)]
    assert decode(MoveStream(game_id), chunks) == decode(MoveStream(game_id), whole(data))


@pytest.mark.parametrize("name", CAPTURES)
def test_a_real_capture(shared: Path, name: str) -> None:
    data = (shared / "lichess" / "captures" / name).read_bytes()
    events = decode(MoveStream(CAPTURES[name]), whole(data))
    for cut in (by_line, byte_by_byte):
        assert decode(MoveStream(CAPTURES[name]), cut(data)) == events
    assert isinstance(events[0], Described)
    assert not any(isinstance(event, Malformed) for event in events)


def test_the_capture_of_2026_to_its_end(shared: Path) -> None:
    captures = shared / "lichess" / "captures"
    data = (captures / "move-stream-2026-09-kSc2w4MX.ndjson").read_bytes().rstrip(b"\n") + b"\n"
    data += (captures / "move-stream-derived-final-line.json").read_bytes().rstrip(b"\n") + b"\n"
    events = decode(MoveStream("kSc2w4MX"), whole(data))
    described, last_move, finished = events[0], events[-2], events[-1]
    assert isinstance(described, Described)
    assert described.info.white == Player("white_one", rating=2168)
    assert isinstance(last_move, Moved)
    assert san(chess.Board(), last_move.moves) == "e4 e5 Nf3 Nc6 Nc3 a6"
    assert last_move.clocks == Clocks(595_000, 595_000)
    assert finished == Finished(Finish(Ending.RESIGNATION, chess.WHITE), ())
    assert plies(events) == [0, 1, 2, 3, 4, 5, 6]


def test_the_old_first_line_is_no_end(shared: Path) -> None:
    name = "move-stream-2023-02-finished-firstline-TQUh1YtP.ndjson"
    (described,) = decode(MoveStream("TQUh1YtP"), whole((shared / "lichess" / "captures" / name).read_bytes()))
    assert isinstance(described, Described)
    assert described.info.variant == "threeCheck"


def test_players_without_a_name() -> None:
    game_id, data = record("flag-fall")
    (described,) = MoveStream(game_id).feed(by_line(data)[0])
    assert isinstance(described, Described)
    assert (described.info.white, described.info.black) == (Player("Amsel", rating=1702), Player(ai_level=3))


def test_no_clock_is_no_clock() -> None:
    game_id, data = record("correspondence")
    clocks = {event.clocks for event in decode(MoveStream(game_id), whole(data)) if isinstance(event, Moved)}
    assert clocks == {Clocks(None, None)}


def test_a_takeback_is_the_moves_going_back() -> None:
    """The window shows plies 9 and 10, then another 9: only what was taken back goes."""
    game_id, data = record("takeback")
    events = decode(MoveStream(game_id), whole(data))
    assert plies(events) == [*range(11), *range(9, 17)]
    ninth = [event.moves[-1].uci() for event in events if isinstance(event, Moved) and len(event.moves) == 9]
    assert ninth == ["e1g1", "d2d3"]

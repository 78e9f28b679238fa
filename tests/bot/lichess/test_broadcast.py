"""The stream of a broadcast: whole games out of bytes, however they were cut; and whose page is whose."""

import asyncio
import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import ManualClock
from bot.lichess import broadcast
from bot.lichess.broadcast import Chapters, ChapterStream, broadcast_budget, chapter_id, read_chapters, stream_path
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor

RECORDED = (Path(__file__).parents[2] / "streams" / "broadcast" / "round.pgn").read_bytes()
GAMES = ["chapAB01", "chapAB02", "chapAB03", "chapAB01", "chapAB02", "chapAB01", "chapAB01"]


def feed(*pieces: bytes) -> list[bytes]:
    stream = ChapterStream()
    fed = [stream.feed(piece) for piece in pieces]
    assert [chapters.trouble for chapters in fed if chapters.trouble] == []
    return [text for chapters in fed for text in chapters.texts]


def ids(texts: list[bytes]) -> list[bytes]:
    return [text.split(b'[GameURL "')[1].split(b'"]')[0][-8:] for text in texts]


WHOLE = feed(RECORDED)


def test_the_recorded_stream() -> None:
    assert [name.decode() for name in ids(WHOLE)] == GAMES
    assert all(text.startswith(b"[Event ") for text in WHOLE)
    assert WHOLE[3].endswith(b"3. Bb5 { [%clk 1:28:59] } *"), "blank lines in a comment do not end a game"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_cut_into_pieces(size: int) -> None:
    assert feed(*(RECORDED[at : at + size] for at in range(0, len(RECORDED), size))) == WHOLE


@given(st.lists(st.integers(0, len(RECORDED)), max_size=8))
def test_cut_anywhere(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(RECORDED)]
    assert feed(*(RECORDED[begin:end] for begin, end in itertools.pairwise(places))) == WHOLE


def test_line_by_line_and_twice() -> None:
    lines = RECORDED.splitlines(keepends=True)
    assert feed(*lines) == WHOLE
    assert feed(RECORDED + b"\n\n\n", *lines)[: len(WHOLE)] == WHOLE


def test_carriage_returns() -> None:
    texts = feed(RECORDED.replace(b"\n", b"\r\n"))
    assert [text.replace(b"\r", b"") for text in texts] == WHOLE


@given(st.integers(0, len(RECORDED)))
def test_what_is_not_complete_is_not_told(cut: int) -> None:
    told = feed(RECORDED[:cut])
    assert told == WHOLE[: len(told)]


@pytest.mark.parametrize(
    ("data", "games"),
    [
        pytest.param(b"", 0, id="nothing"),
        pytest.param(b" " * 50, 0, id="signs of life"),
        pytest.param(b" \n\n\n \n\n\n", 0, id="blank lines"),
        pytest.param(b'  [White "A"]\n\n*\n\n\n', 1, id="signs of life stick to a game"),
        pytest.param(b'[White "A {"]\n\n1. e4 *\n\n\n', 1, id="a brace in a tag"),
        pytest.param(b'[White "A"]\n\n1. e4 { *\n\n\n[White "B"]\n\n1. e4 {} *\n\n\n', 2, id="a comment left open"),
        pytest.param(b'[White "A"]\n\n*\n\n[White "B"]\n\n*\n\n\n', 2, id="one blank line too few"),
        pytest.param(b"<html>Bad gateway</html>\n\n\n", 0, id="not a PGN"),
    ],
)
def test_odd_streams(data: bytes, games: int) -> None:
    assert len(feed(data)) == games
    assert len(feed(*(data[at : at + 1] for at in range(len(data))))) == games


def test_binary_rubbish_is_named() -> None:
    chapters = ChapterStream().feed(b"\0\1\2\3\n\n\n")
    assert chapters == Chapters([], "this is a binary file, not a PGN")
    joined = ChapterStream().feed(b'\0\1\n\n\n[White "A"]\n\n*\n\n\n')
    assert (joined.texts, joined.trouble) == ([b'[White "A"]\n\n*'], chapters.trouble)


def test_a_game_without_end_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "MAX_GAME_BYTES", 1 << 20)
    stream = ChapterStream()
    assert stream.feed(b'[White "A"]\n\n{' + b"a" * (1 << 20)).trouble == "a game is longer than 1 MiB"
    assert len(stream.feed(b'\n\n\n[White "A"]\n\n*\n\n\n').texts) == 1


@given(st.binary(max_size=300))
def test_nothing_crashes_on_rubbish(data: bytes) -> None:
    for piece in (data + b"\n\n\n", data):
        ChapterStream().feed(piece)
        read_chapters(piece)


def test_examples_of_the_description(shared: Path) -> None:
    for name, games in [("streamOngoingBroadcastRoundAsPgn", 2), ("exportOneRoundAsPgn", 2)]:
        assert len(read_chapters((shared / f"games/real/broadcasts-{name}.pgn").read_bytes()).texts) == games


def test_ids_of_chapters() -> None:
    page = "https://lichess.org/broadcast/castle-open/round-1/roundAB1/chapAB01"
    assert chapter_id({"GameURL": page, "Site": "https://lichess.org/otherone"}) == "chapAB01"
    assert chapter_id({"GameURL": "nonsense", "ChapterURL": page}) == "chapAB01"
    assert chapter_id({"Site": "Hall"}) is None


def test_paths() -> None:
    assert stream_path("tour", "tourAB01") == "/api/stream/broadcast/tour/tourAB01.pgn"


@pytest.mark.parametrize(("token", "limit"), [("lip_x", 120), (None, 10)])
async def test_the_budget(token: str | None, limit: int) -> None:
    clock = ManualClock()
    budget = broadcast_budget(LichessClient("http://127.0.0.1:1", Governor(clock), token=token), clock)
    for _ in range(limit):
        await asyncio.wait_for(budget.spend(), 10)
    one_more = asyncio.create_task(budget.spend())
    await clock.advance(59_999)
    assert not one_more.done()
    await clock.advance(1)
    assert one_more.done()

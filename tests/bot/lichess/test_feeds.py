"""The decoders of the TV feed and of the stream of users' games: fed whole, by line, byte by byte, cut, and spoilt."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lichess.decoder import Malformed
from bot.lichess.games_stream import Began, Ended, GamesStream
from bot.lichess.tv_feed import Featured, Over, Shown, TvFeed
from bot.updates import Clocks

STREAMS = Path(__file__).parents[2] / "streams"
RECORDED: dict[str, tuple[type[GamesStream] | type[TvFeed], bytes]] = {
    "games": (GamesStream, (STREAMS / "users" / "games.ndjson").read_bytes()),
    "tv": (TvFeed, (STREAMS / "tv" / "best.ndjson").read_bytes()),
}
NAMES = sorted(RECORDED)


def decode(name: str, chunks: list[bytes]) -> list[Any]:
    decoder = RECORDED[name][0]()
    return [event for chunk in chunks for event in decoder.feed(chunk)] + [*decoder.eof()]


def test_the_games_of_users() -> None:
    assert decode("games", [RECORDED["games"][1]]) == [
        Began("Club0001"),
        Began("Club0002"),
        Ended("Club0001"),
        Began("Club0003"),
        Ended("Club0002"),
        Ended("Club0004"),
        Ended("Club0003"),
    ]


def test_the_feed() -> None:
    events = decode("tv", [RECORDED["tv"][1]])
    kinds = [type(event) for event in events]
    assert kinds == [Featured, *[Shown] * 8, Over, Featured, *[Shown] * 3]
    assert events[0] == Featured("OnShow01", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    assert events[-1].last_move == "g8f6"
    assert events[-1].clocks == Clocks(58_000, 57_000)


@pytest.mark.parametrize("name", NAMES)
def test_however_it_is_cut_the_events_are_the_same(name: str) -> None:
    data = RECORDED[name][1]
    for chunks in (data.splitlines(keepends=True), [data[i : i + 1] for i in range(len(data))]):
        assert decode(name, chunks) == decode(name, [data])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(NAMES), st.lists(st.integers(0, 5000), max_size=12))
def test_any_chunking(name: str, cuts: list[int]) -> None:
    data = RECORDED[name][1]
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    chunks = [data[start:end] for start, end in itertools.pairwise(places)]
    assert decode(name, chunks) == decode(name, [data])


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_comes_twice_is_told_twice(name: str) -> None:
    lines = RECORDED[name][1].splitlines(keepends=True)
    once = [decode(name, [line]) for line in lines]
    assert decode(name, [line for line in lines for _ in range(2)]) == [e for events in once for e in events * 2]


@pytest.mark.parametrize("name", NAMES)
def test_half_a_line_at_the_end_is_noted(name: str) -> None:
    *whole, last = RECORDED[name][1].splitlines(keepends=True)
    *events, cut = decode(name, [*whole, last[: len(last) // 2]])
    assert events == decode(name, whole)
    assert "middle of a line" in cut.reason


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "line",
    [
        b"<html>",
        b"[]",
        b"5",
        b'"\xff"',
        b"[" * 100_000,
        b'{"id":"../../xy","status":20}',
        b'{"id":"toolongid","status":20}',
        b'{"id":"Club0001\\n","status":20}',
        b'{"id":"Club0001","status":"started"}',
        b'{"t":"featured","d":{"id":"../../xy","fen":"x"}}',
        b'{"t":"featured","d":null}',
        b'{"t":"fen","d":{"fen":5}}',
        b'{"t":5}',
        b'{"t":"fen"}',
    ],
)
def test_what_cannot_be_used_is_noted_or_passed_over(name: str, line: bytes) -> None:
    data = RECORDED[name][1]
    *spoilt, last = decode(name, [line + b"\n" + data.splitlines(keepends=True)[0]])
    assert [last] == decode(name, data.splitlines(keepends=True)[:1])
    assert all(isinstance(event, Malformed) for event in spoilt)
    assert all("\n" not in event.reason for event in spoilt)


@pytest.mark.parametrize("name", ["tv-feed-2026-07-15-BQ7M0K1i.ndjson", "tv-feed-2026-10-02-0DwSvFei.partial.ndjson"])
def test_a_real_capture(shared: Path, name: str) -> None:
    data = (shared / "lichess" / "captures" / name).read_bytes().rstrip(b"\n") + b"\n"
    first, *then = decode("tv", [data])
    assert isinstance(first, Featured)
    assert first.id in name
    assert then
    assert all(isinstance(event, Shown) and event.clocks.white_ms is not None for event in then)

"""Lines out of bytes."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.lichess.ndjson import LineSplitter

LINES = st.lists(st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"")), max_size=8)


def chunked(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({cut % (len(data) + 1) for cut in cuts} | {0, len(data)})
    return [data[start:end] for start, end in itertools.pairwise(places)]


def feed_all(splitter: LineSplitter, chunks: list[bytes]) -> list[bytes]:
    return [line for chunk in chunks for line in splitter.feed(chunk)]


@given(LINES, st.binary(max_size=5).map(lambda rest: rest.replace(b"\n", b"")), st.lists(st.integers(0, 200)))
def test_any_chunking_gives_the_same_lines(lines: list[bytes], rest: bytes, cuts: list[int]) -> None:
    data = b"".join(line + b"\n" for line in lines) + rest
    splitter = LineSplitter()
    assert feed_all(splitter, chunked(data, cuts)) == [line for line in lines if line.strip()]
    assert splitter.rest == rest


@given(LINES, st.lists(st.integers(0, 200)), st.integers(1, 12))
def test_a_line_over_the_limit_is_dropped_however_it_comes(lines: list[bytes], cuts: list[int], limit: int) -> None:
    data = b"".join(line + b"\n" for line in lines)
    kept = feed_all(LineSplitter(limit), chunked(data, cuts))
    assert kept == [line for line in lines if line.strip() and len(line) <= limit]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_an_endless_line_takes_no_memory(size: int) -> None:
    splitter = LineSplitter(limit=10)
    for _ in range(100):
        assert splitter.feed(b"x" * size) == []
        assert len(splitter.rest) <= 10
    assert splitter.feed(b"end\nnext\n") == [b"next"]


def test_only_line_feeds_end_a_line() -> None:
    assert LineSplitter().feed('{"a":"\u2028\x85\x0b"}\r\n'.encode()) == ['{"a":"\u2028\x85\x0b"}\r'.encode()]


def test_keepalives_are_no_lines() -> None:
    assert feed_all(LineSplitter(), [b"\n", b" \r\n", b"\n\n", b"a\n\n"]) == [b"a"]

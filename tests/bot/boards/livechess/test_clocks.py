"""The clock beside a board: all shapes that make sense, and what makes none."""

import json

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.boards.livechess.clocks import ClockReading, read_clock

HOUR = 3_600_000
W, B = chess.WHITE, chess.BLACK


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ({"white": 3599, "black": 3600, "running": "white"}, ClockReading(3_599_000, HOUR, W)),
        ({"white": 3599, "black": 3600, "running": "BLACK"}, ClockReading(3_599_000, HOUR, B)),
        ({"white": "3599", "black": "1:00:00", "run": True, "turn": "w"}, ClockReading(3_599_000, HOUR, W)),
        ({"white": "59:59", "black": "0:00:05.3", "run": False, "turn": "w"}, ClockReading(3_599_000, 5_300)),
        ({"White": {"time": 1.5, "running": True}, "Black": {"time": 2}}, ClockReading(1_500, 2_000, W)),
        (
            {"white": {"time": 1, "active": False}, "black": {"seconds": 2, "active": True}},
            ClockReading(1_000, 2_000, B),
        ),
        ({"whiteTime": 10, "black_time": 20, "blackRunning": True}, ClockReading(10_000, 20_000, B)),
        ({"time_white": 10, "time_black": 20}, ClockReading(10_000, 20_000)),
        ({"whiteMs": 10, "blackMs": 20, "side": "b"}, ClockReading(10, 20, B)),
        ({"white": 5}, ClockReading(5_000)),
        ({"white": -1, "black": 3}, ClockReading(None, 3_000)),
        ({"white": True, "black": 1e300}, ClockReading(strange="['black', 'white']")),
        ({"white": "soon", "black": [1]}, ClockReading(strange="['black', 'white']")),
        ({}, ClockReading(strange="[]")),
        ([1, 2], ClockReading(strange="'list'")),
        ("12:00", ClockReading(strange="'str'")),
        (None, ClockReading()),
    ],
)
def test_a_shape(told: object, read: ClockReading | None) -> None:
    assert read_clock(json.dumps(told).encode()) == read


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["white", "black", "time", "run", "running", "turn", "Ms"]) | st.text(), inner
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_nothing_breaks_it(told: object) -> None:
    reading = read_clock(json.dumps(told).encode())
    assert reading is not None
    assert (reading == ClockReading()) == (told is None)


@given(st.binary())
def test_no_json(raw: bytes) -> None:
    read_clock(raw)

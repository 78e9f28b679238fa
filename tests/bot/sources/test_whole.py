"""Whole PGNs again and again: what changed is told, and the last text alone decides."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.sources import _whole
from bot.sources._whole import WholeGames
from scoring import Ending, Finish
from tests.bot.sources.notes import Notes

A = '[White "Amsel"]\n[Black "Birke"]\n'
LOST = "connection lost"


def texts(*movetexts: str) -> list[bytes]:
    return [(text if text.startswith("[") else f"{A}\n{text}").encode() for text in movetexts]


def take(*movetexts: str) -> Notes:
    notes = Notes()
    games = WholeGames(notes, "round x")
    for text in texts(*movetexts):
        if text.decode().endswith(LOST):
            games.lost(LOST)
        else:
            games.take("x", text)
    return notes


WON, DRAWN = '[Result "1-0"]\n', '[Result "1/2-1/2"]\n'
GONE = '[Result "*"]\n[Termination "Abandoned"]\n'


@pytest.mark.parametrize(
    ("states", "told"),
    [
        pytest.param(["*"], ["described"], id="pairing only"),
        pytest.param(["1. e4 *"], ["described: e4"], id="from the middle"),
        pytest.param(["*", "1. e4 *", "1. e4 e5 *"], ["described", "moved: e4", "moved: e4 e5"], id="moves"),
        pytest.param(["1. e4 *", "1. e4 *"], ["described: e4"], id="repeated"),
        pytest.param(["1. e4 *", "1. e4 {well} *"], ["described: e4"], id="a comment"),
        pytest.param(["1. e4 *", f'{A}[ECO "C20"]\n\n1. e4 *'], ["described: e4"], id="a tag that says nothing"),
        pytest.param(["1. e4 e5 *", "1. e4 *"], ["described: e4 e5", "moved: e4"], id="shorter"),
        pytest.param(["1. e4 e5 *", "1. d4 d5 2. c4 *"], ["described: e4 e5", "moved: d4 d5 c4"], id="another way"),
        pytest.param(["1. e4 *", "1. e4 {[%clk 0:09:00]} *"], ["described: e4", "moved: e4"], id="a clock"),
        pytest.param(["1. e4 *", f'{A}[WhiteElo "2000"]\n\n1. e4 *'], ["described: e4"] * 2, id="a rating"),
        pytest.param(
            ["1. e4 *", f"{A}{WON}\n1. e4 e5 1-0"], ["described: e4", "settled: e4 e5"], id="result with a last move"
        ),
        pytest.param([f"{A}{WON}\n1. e4 1-0"], ["described: e4", "settled: e4"], id="over at first sight"),
        pytest.param([f"{A}{WON}\n1. e4 1-0"] * 2, ["described: e4", "settled: e4"], id="over twice"),
        pytest.param(
            [f"{A}{WON}\n1. e4 1-0", f"{A}{DRAWN}\n1. e4 1/2-1/2"],
            ["described: e4", "settled: e4", "settled: e4"],
            id="another result",
        ),
        pytest.param(
            [f"{A}{WON}\n1. e4 1-0", f"{A}{WON}\n1. e4 e5 1-0"],
            ["described: e4", "settled: e4", "settled: e4 e5"],
            id="moves come late",
        ),
        pytest.param(
            ["1. e4 *", f"{A}{WON}\n1. e4 1-0", "1. e4 e5 *", f"{A}{DRAWN}\n1. e4 e5 1/2-1/2"],
            ["described: e4", "settled: e4", "reopened: e4 e5", "settled: e4 e5"],
            id="the result is taken back",
        ),
        pytest.param(
            [f"{A}{GONE}\n1. e4 *", f"{A}{GONE}\n1. e4 e5 *", f"{A}{WON}\n1. e4 1-0"],
            ["described: e4", "void: e4", "void: e4 e5", "reopened: e4", "settled: e4"],
            id="abandoned, then won",
        ),
        pytest.param(
            [f"{A}{WON}\n1. e4 1-0", f"{A}{GONE}\n1. e4 *"],
            ["described: e4", "settled: e4", "reopened: e4", "void: e4"],
            id="won, then abandoned",
        ),
        pytest.param(
            ["1. e4 *", "1. e4 Ke5 2. d4 *", "1. e4 e5 2. d4 *"],
            ["described: e4", "moved: e4", "moved: e4 e5 d4"],
            id="an illegal move, mended",
        ),
        pytest.param(
            ["1. e4 *", f"{A}{WON}\n1. e4 Ke5 1-0", f"{A}{WON}\n1. e4 e5 1-0"],
            ["described: e4", "ended: e4", "settled: e4 e5"],
            id="over with an illegal move, mended",
        ),
        pytest.param(
            [f"{A}{WON}\n1. e4 Ke5 1-0", "1. e4 Ke5 *"],
            ["described: e4", "ended: e4", "reopened: e4"],
            id="over with an illegal move, taken back",
        ),
        pytest.param(
            [f"{A}{WON}\n1. e4 1-0", f"{A}{WON}\n1. e4 Ke5 1-0"],
            ["described: e4", "settled: e4", "reopened: e4", "ended: e4"],
            id="broken after the end",
        ),
        pytest.param(['[White "Am', "1. e4 *"], ["described: e4"], id="unreadable at first"),
        pytest.param(["1. e4 *", '[White "Am', "1. e4 e5 *"], ["described: e4", "moved: e4 e5"], id="unreadable once"),
        pytest.param(["1. e4 *", LOST, "1. e4 *"], ["described: e4", "lost: e4", "described: e4"], id="lost, the same"),
        pytest.param(
            ["1. e4 *", LOST, LOST, "1. e4 e5 *"], ["described: e4", "lost: e4", "described: e4 e5"], id="lost, moves"
        ),
        pytest.param(
            ["1. e4 *", LOST, f"{A}{WON}\n1. e4 1-0", LOST],
            ["described: e4", "lost: e4", "described: e4", "settled: e4"],
            id="lost, over",
        ),
        pytest.param(['[Variant "Atomic"]\n\n1. e4 *'], ["variant"], id="not chess"),
        pytest.param(['[Variant "Atomic"]\n\n1. e4 *', "1. e4 *"], ["variant"], id="not chess, then chess"),
        pytest.param(["1. e4 *", '[Variant "Atomic"]\n\n1. e4 e5 *'], ["described: e4"], id="chess, then not"),
        pytest.param(
            ["1. e4 *", LOST, '[Variant "Atomic"]\n\n*'], ["described: e4", "lost: e4", "variant"], id="lost, not"
        ),
        pytest.param(['[Event "Chapter 1"]\n\n*'], [], id="nobody plays yet"),
        pytest.param(['[Event "Chapter 1"]\n\n*', "*"], ["described"], id="now they do"),
        pytest.param(
            ["1. e4 *", '[Event "Chapter 1"]\n\n*'], ["described: e4", "described"], id="nobody plays any more"
        ),
    ],
)
def test_what_is_told(states: Sequence[str], told: Sequence[str]) -> None:
    assert take(*states).told("x") == told


def test_an_end_is_told_with_its_record_and_nothing_before_it() -> None:
    text = f"{A}{WON}\n1. e4 1-0"
    described, settled = take(text).updates
    assert (described.finish, described.record) == (None, "")
    assert (settled.finish, settled.record) == (Finish(Ending.UNKNOWN, True), text)


def test_a_correction_is_seen() -> None:
    game = take(f"{A}{WON}\n1. e4 e5 1-0", f"{A}{DRAWN}\n1. e4 e5 1/2-1/2").games["x"]
    assert game.lifecycle == "settled"
    assert game.decision is not None
    assert game.decision.outcome == "draw"


def test_what_is_wrong_is_said_once() -> None:
    with capture_logs() as logs:
        take("1. e4 Ke5 *", "1. e4 Ke5 2. d4 *", "1. e4 Ke5 2. d4 d5 *", "1. e4 e5 *", "1. e4 Ke5 *")
    said = [(entry["event"], entry["game"], entry["reason"]) for entry in logs]
    assert said == [("game not read as a whole", "x", "the move 1... Ke5 is not legal")] * 2


def test_signs_of_life_of_running_games() -> None:
    notes = Notes()
    games = WholeGames(notes, "round x")
    for name, text in zip("abc", texts("1. e4 *", f"{A}{WON}\n1. e4 1-0", '[Event "Chapter 1"]\n\n*'), strict=True):
        assert games.take(name, text)
        assert not games.take(name, text)
    games.all_heard()
    games.heard(["a", "unknown"])
    assert notes.signs == {"a": 3}


def test_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_whole, "MAX_GAMES", 2)
    notes = Notes()
    games = WholeGames(notes, "round x")
    with capture_logs() as logs:
        taken = [games.take(name, *texts("1. e4 *")) for name in "abcda"]
    assert taken == [True, True, False, False, False]
    assert [entry["event"] for entry in logs] == ["games left out"]
    assert "a" in games
    assert "c" not in games


LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"
OTHER = "d4 d5 c4 e6 Nc3 Nf6"
RESULTS = ["*", "1-0", "0-1", "1/2-1/2"]
CLOCKS = ["", "{[%clk 0:10:00]}", "{[%clk 0:09:59]}", "{[%clk 99999999:00:00]}", "{[%emt 0:00:01]}"]


@st.composite
def states(draw: st.DrawFn) -> str:
    """A game as a relay may show it: on one of two lines, maybe broken, with any clocks, tags and results."""
    line = draw(st.sampled_from([LINE, OTHER])).split()
    moves = line[: draw(st.integers(0, len(line)))]
    if draw(st.integers(0, 5)) == 0:
        moves.append("Ka5")
    words = [f"{move} {draw(st.sampled_from(CLOCKS))}" for move in moves]
    result = draw(st.sampled_from(RESULTS))
    extra = draw(st.sampled_from(["", '[WhiteElo "2000"]\n', '[Termination "Abandoned"]\n']))
    return f'{A}[Result "{result}"]\n{extra}\n{" ".join(words)} {result}'


@settings(deadline=None)
@given(st.lists(st.one_of(states(), states(), states(), st.just(LOST)), max_size=6), states())
def test_the_last_text_alone_decides(before: list[str], last: str) -> None:
    """Whatever came before, and every update was one that could happen."""
    long, short = take(*before, last).games["x"], take(last).games["x"]
    assert long.last is not None
    assert short.last is not None
    for name in ("lifecycle", "info", "clocks", "offers", "finish", "report", "decision", "history"):
        assert getattr(long, name) == getattr(short, name), name
    assert long.game.moves == short.game.moves
    assert long.last.reason == short.last.reason

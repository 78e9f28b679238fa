"""What counted positions say: known by their own games or by the last move, unknown only when both are told."""

import chess
import pytest

from bot.book import counted
from bot.book.counted import FRESH_MS, CountedPosition, CountedPositions, Verdict

NOW_MS = 1_700_000_000_000
OLD_MS = NOW_MS - FRESH_MS


def board(text: str) -> chess.Board:
    position = chess.Board()
    for word in text.split():
        position.push_san(word)
    return position


def told(text: str, games: int, moves: dict[str, int] | None = None, at_ms: int = NOW_MS) -> CountedPosition:
    return CountedPosition("there", board(text).epd(), games, moves or {}, at_ms)


E4, START = "e4", ""
CASTLING = "e4 e5 Nf3 Nc6 Bc4 Bc5"
PAWN = "a4 b5 axb5 a6 bxa6 Bb7 a7 Bc6"
TABLE: list[tuple[str, list[CountedPosition], str, Verdict]] = [
    ("nothing is told", [], E4, Verdict(None, 0)),
    ("enough games", [told(E4, 2)], E4, Verdict(True)),
    ("another way there", [told("e4 e5 Nf3", 2)], "Nf3 e5 e4", Verdict(True)),
    ("one game only", [told(E4, 1)], E4, Verdict(None, 1)),
    ("one game only, and one came", [told(E4, 1), told(START, 9, {"e2e4": 1})], E4, Verdict(False)),
    ("nobody plays that", [told(E4, 0), told(START, 9)], E4, Verdict(False)),
    ("enough came", [told(START, 9, {"e2e4": 2})], E4, Verdict(True)),
    ("enough came, but ended there", [told(E4, 0), told(START, 9, {"e2e4": 2})], E4, Verdict(True)),
    ("too few came by this move, others may have", [told(START, 9, {"e2e4": 1})], E4, Verdict(None, 0)),
    ("castling", [told(CASTLING, 9, {"e1g1": 2})], f"{CASTLING} O-O", Verdict(True)),
    ("promotion", [told(PAWN, 9, {"a7b8n": 9})], f"{PAWN} axb8=Q", Verdict(None, 0)),
    ("the start", [], START, Verdict(None, 0)),
    ("a start with games", [told(START, 2)], START, Verdict(True)),
    ("a start without", [told(START, 1)], START, Verdict(False)),
    ("old, known", [told(E4, 2, at_ms=OLD_MS)], E4, Verdict(True, 0)),
    ("not quite old", [told(E4, 2, at_ms=OLD_MS + 1)], E4, Verdict(True)),
    ("old, came", [told(START, 2, {"e2e4": 2}, OLD_MS)], E4, Verdict(True, 1)),
    ("old, unknown", [told(E4, 0, at_ms=OLD_MS), told(START, 2, at_ms=OLD_MS)], E4, Verdict(False, 0)),
    ("unknown, before it old", [told(E4, 0), told(START, 2, at_ms=OLD_MS)], E4, Verdict(False, 1)),
    ("told again", [told(E4, 0, at_ms=OLD_MS), told(START, 2), told(E4, 5)], E4, Verdict(True)),
]  # fmt: skip


@pytest.mark.parametrize(("positions", "asked", "verdict"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_verdicts(positions: list[CountedPosition], asked: str, verdict: Verdict) -> None:
    known = CountedPositions(2)
    known.take(positions)
    position = board(asked)
    assert known.verdict(position, NOW_MS) == verdict
    assert position == board(asked)


def test_how_many_games_is_a_setting() -> None:
    for least, verdict in ((4, Verdict(True)), (5, Verdict(True)), (6, Verdict(False))):
        known = CountedPositions(least)
        known.take([told(START, 9, {"e2e4": 5}), told(E4, 3)])
        assert known.verdict(board(E4), NOW_MS) == verdict


def test_the_latest_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "MOST_POSITIONS", 3)
    known = CountedPositions(2)
    known.take(told(san, 2) for san in ("e4", "d4", "c4"))
    known.take([told("e4", 3)])
    known.take([told("f4", 2)])
    assert [bool(known.verdict(board(san), NOW_MS).known) for san in ("e4", "d4", "c4", "f4")] == [
        True,
        False,
        True,
        True,
    ]

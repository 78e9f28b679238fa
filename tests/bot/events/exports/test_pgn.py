"""PGN: valid, in a stable order, with tags and reasons; what an arbiter decided counts, and what is missing is said."""

import io
from collections.abc import Iterator
from fractions import Fraction

import chess.pgn
import pytest
from hypothesis import given, settings

from bot.events.exports.pgn import event_pgn
from bot.events.model import Event, EventGame, Setup
from bot.pgn import PgnGame, read_pgn
from scoring import Rules
from tests.bot.events.exports.samples import events, played
from tests.bot.score.conftest import CHESS960, FLAG_DRAW, RUNNING, SHORT_DRAW, TRADES

SETUP = Setup("e", 'Club "Zugzwang" \\', "swiss", Rules())


def read_all(text: str) -> Iterator[chess.pgn.Game]:
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        assert game.errors == []
        yield game


def one(game: EventGame, language: str = "en") -> tuple[chess.pgn.Game, str]:
    """The game as it is read, and its last comment."""
    (read,) = read_all(event_pgn(Event(SETUP, (game,)), "de" if language == "de" else "en"))
    return read, read.end().comment


def test_rounds_boards_and_tags() -> None:
    games = (
        played(RUNNING, 0),
        played(TRADES, 1, round=2, board=1),
        played(FLAG_DRAW, 2, round=1, board=2),
        played(SHORT_DRAW, 3, round=1, board=1),
        played(CHESS960, 4, round=1),
    )
    text = event_pgn(Event(SETUP, games))
    read = list(read_all(text))
    assert [(game.headers["Round"], game.headers.get("Board")) for game in read] == [
        ("1", "1"),
        ("1", "2"),
        ("1", None),
        ("2", "1"),
        ("?", None),
    ]
    assert {one.headers["Event"] for one in read_pgn(io.BytesIO(text.encode()), "") if isinstance(one, PgnGame)} == {
        SETUP.name
    }
    assert [game.headers["Result"] for game in read] == ["1/2-1/2", "1/2-1/2", "0-1", "1-0", "*"]
    assert (read[0].headers["WhiteAsymmetry"], read[0].headers["BlackAsymmetry"]) == ("0.22", "0.32")
    assert "WhiteAsymmetry" not in read[4].headers
    assert read[4].headers["Date"] == "????.??.??"
    assert text.count("\n\n\n") == 0
    assert [block.startswith("[Event ") for block in text.split("\n\n")] == [True, False] * 5
    assert "final score 0.22 – 0.32" in text


def test_german_comments() -> None:
    _, comment = one(played(SHORT_DRAW, 0), "de")
    assert comment.endswith("Endstand 0,22 – 0,32")


def test_what_an_arbiter_decided_counts() -> None:
    game = played(SHORT_DRAW, 0, outcome="white_wins", points=(Fraction(1, 3), Fraction(0)), corrected=True)
    read, comment = one(game)
    assert (read.headers["Result"], read.headers["WhiteAsymmetry"]) == ("1-0", "0.3333")
    assert "corrected by the arbiter; record: 1/2-1/2; final score 0.3333 – 0.00" in comment
    assert comment.count("final score") == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"record": "", "outcome": "void", "points": None, "excluded": True}, "excluded by the arbiter"),
        ({"outcome": "void", "points": None}, "void: it counts for nobody; record: 1/2-1/2"),
        ({"record": ""}, "there is no record of the moves; final score 0.22 – 0.32"),
        ({"record": '[White "a"]\n\n1. e5 1-0'}, "the record cannot be read: "),
        ({"record": "nothing"}, "the record cannot be read: "),
    ],
)
def test_what_is_missing_is_said(changes: dict[str, object], sentence: str) -> None:
    read, comment = one(played(SHORT_DRAW, 0, **changes))
    assert sentence in comment
    assert (read.headers["White"], read.headers["Black"]) == ("Alice", "Bob")


def test_a_game_that_has_not_begun_has_no_comment_of_it() -> None:
    read, _ = one(EventGame("g", 0, "Alice", "Bob", round=3))
    assert (read.headers["Result"], list(read.mainline_moves())) == ("*", [])
    assert "record" not in read.comment


@settings(max_examples=25, deadline=None)
@given(events())
def test_hostile_names_do_not_break_it(event: Event) -> None:
    read = list(read_all(event_pgn(event)))
    assert len(read) == len(event.games)
    assert sorted(game.headers["WhiteAsymmetry"] for game in read if "WhiteAsymmetry" in game.headers) == sorted(
        f"{float(game.points[0]):.{2 if (100 * game.points[0]).denominator == 1 else 4}f}"
        for game in event.games
        if game.points
    )

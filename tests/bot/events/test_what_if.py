"""The same games under other points and other readings of the rules."""

import io
from dataclasses import replace
from fractions import Fraction

import chess
import pytest

from bot.events.arbiter import Act, Correction, Exclude, SetPoints, SetResult
from bot.events.model import Event, EventGame
from bot.events.what_if import classical, rejudge, side_by_side, three_one_nought
from bot.pgn import PgnGame, read_pgn
from bot.score.json_lines import report_line
from bot.score.judge import judge
from scoring import RULES_VERSION, BookAnswer, LineBook, Rules
from tests.bot.events.making import F, event, game

LETTER, SPIRIT = Rules(), Rules("spirit")
SHORT = "1. e4 e5 2. Nf3 Nc6 1/2-1/2"
"""All units are left: by the letter that costs nothing, by the spirit a quarter of a point."""
WON = "1. e4 e5 2. Nf3 Nc6 1-0"


def judged(white: str, black: str, moves: str, rules: Rules = LETTER, book: BookAnswer | None = None) -> EventGame:
    """A game as it was scored when it ended."""
    result = moves.split()[-1]
    record = f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{moves}\n'
    read = next(read_pgn(io.BytesIO(record.encode()), "a.pgn"))
    assert isinstance(read, PgnGame)
    found = judge(read, rules, book)
    assert found.points
    assert found.decision
    points = found.points[chess.WHITE], found.points[chess.BLACK]
    return EventGame(
        "",
        0,
        white,
        black,
        outcome=found.decision.outcome,
        ending=str(found.decision.ending),
        points=points,
        record=record,
        report=report_line(found),
        rules_version=RULES_VERSION,
    )


def scores(event: Event) -> list[tuple[str | None, tuple[Fraction, Fraction] | None]]:
    return [(one.outcome, one.points) for one in event.games]


def correction(number: int, act: Act) -> Correction:
    return Correction(number, "evening", "Arbiter", 0, "seen at the board", act)


EVENING = event(
    [
        game("Anna", "Ben", ("0.6", "0.4"), "draw"),
        game("Ben", "Cleo", ("0.3", "0.3"), "draw"),
        game("Cleo", "Anna", ("0.4", "0.2"), "white_wins"),
        game("Anna", "Cleo"),
        replace(game("Anna", "Cleo"), outcome="void"),
    ]
)


def test_the_same_games_under_two_other_kinds_of_points() -> None:
    names = [line.row.entrant.name for line in side_by_side(EVENING)]
    assert names == ["Anna", "Cleo", "Ben"]
    lines = side_by_side(EVENING, classical(EVENING), three_one_nought(EVENING))
    assert [line.row.points for line in lines] == [F("0.8"), F("0.7"), F("0.7")]
    assert [[row.points for row in line.others] for line in lines] == [[F("0.5"), 1], [F("1.5"), 4], [1, 2]]
    assert [line.moves for line in lines] == [(-2, -2), (1, 1), (1, 1)]


def test_what_does_not_count_goes_on_counting_for_nobody() -> None:
    assert [one.points for one in classical(EVENING).games[3:]] == [None, None]


def test_the_name_of_the_points_stands_on_every_score() -> None:
    assert [one.rules_version for one in three_one_nought(EVENING).games] == ["3-1-0"] * 3 + [""] * 2


def test_a_change_of_options_tells_what_it_would_do() -> None:
    before = event([judged("Anna", "Ben", SHORT), judged("Ben", "Cleo", WON), game("Anna", "Cleo")])
    found = rejudge(before, (), SPIRIT)
    assert found.event.setup.rules == SPIRIT
    assert [one.rules_version for one in found.event.games] == [RULES_VERSION, RULES_VERSION, ""]
    assert found.event.games[1].points == before.games[1].points
    assert found.event.games[2] == before.games[2]
    (change,) = found.changes
    assert change.before == before.games[0]
    assert change.after == found.event.games[0]
    assert (change.before.points, change.after.points) == ((F("0.22"), F("0.32")), (F(0), F("0.07")))
    assert change.difference.gone == []
    assert [(one.rule, one.amount) for one in change.difference.new] == [("pieces_left", -25)]
    assert found.kept == ()


def test_the_same_options_change_nothing() -> None:
    before = event([judged("Anna", "Ben", SHORT), judged("Ben", "Cleo", WON)])
    found = rejudge(before, (), LETTER)
    assert (scores(found.event), found.changes) == (scores(before), ())


def test_what_the_book_said_counts_again() -> None:
    """A queen trade is judged by the book's ply, far behind the trade if the book knows every move."""
    trade = "1. e4 e5 2. Qh5 Qf6 3. Qxf7+ Qxf7 1/2-1/2"
    before = event([judged("Anna", "Ben", trade, book=BookAnswer("a book", 6))])
    assert scores(rejudge(before, (), LETTER).event) == scores(before) == [("draw", (F("0.18"), F("0.28")))]
    assert scores(rejudge(before, (), LETTER, LineBook("other", ())).event) != scores(before)


KEPT: dict[str, tuple[EventGame, str]] = {
    "no record": (game("Anna", "Ben", ("0.2", "0.3")), "there is no complete record"),
    "an empty record": (replace(game("Anna", "Ben", ("0.2", "0.3")), record=" \n"), "there is no complete record"),
    "not chess": (
        replace(game("Anna", "Ben", ("0.2", "0.3")), record='[Variant "Atomic"]\n\n1. e4 *'),
        "Atomic",
    ),
    "no result": (replace(game("Anna", "Ben", ("0.2", "0.3")), record="1. e4 e5 *"), "the record names no result"),
}


@pytest.mark.parametrize(("kept", "reason"), KEPT.values(), ids=KEPT)
def test_a_game_that_cannot_be_judged_keeps_its_points(kept: EventGame, reason: str) -> None:
    before = event([kept])
    found = rejudge(before, (), SPIRIT)
    ((told, why),) = found.kept
    assert (told, found.event.games, found.changes) == (before.games[0], before.games, ())
    assert reason in why


def test_what_an_arbiter_ruled_holds_under_other_rules() -> None:
    facts = event([judged("Anna", "Ben", WON), judged("Anna", "Ben", SHORT), judged("Anna", "Ben", SHORT)])
    corrections = (
        correction(1, SetResult("g1", "draw", "draw")),
        correction(2, SetPoints("g2", F("0.5"), F("0.1"))),
        correction(3, Exclude("g3")),
    )
    found = rejudge(facts, corrections, SPIRIT)
    assert scores(found.event) == [
        ("draw", (F(0), F("0.07"))),
        ("draw", (F("0.5"), F("0.1"))),
        ("void", None),
    ]
    (change,) = found.changes
    assert (change.before.outcome, change.before.points) == ("draw", (F("0.22"), F("0.32")))


def test_places_that_change_with_the_options() -> None:
    """What the two who drew at once have becomes little: one of them falls behind who lost."""
    before = event([judged("Anna", "Ben", SHORT), judged("Cleo", "Dora", WON)])
    lines = side_by_side(before, rejudge(before, (), SPIRIT).event, classical(before))
    assert [(line.row.entrant.name, line.moves) for line in lines] == [
        ("Cleo", (0, 0)),
        ("Ben", (0, 0)),
        ("Anna", (-1, 1)),
        ("Dora", (1, 0)),
    ]

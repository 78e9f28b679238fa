"""Tie-breaks: against published tables, against another implementation, and exact where points are odd fractions."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict

from bot.events.model import Event, EventGame, TieBreak
from bot.events.results import results
from bot.events.table import table
from bot.events.tie_breaks import values
from scoring import Outcome
from scoring.report import OUTCOMES
from tests.bot.events.making import F, classical_games, event, game

WON: dict[str, Outcome] = {"1": "white_wins", "½": "draw", "0": "black_wins"}

# https://github.com/lichess-org/scalachess, test-kit/src/test/scala/tiebreak/TiebreakTest.scala
LICHESS = classical_games(
    [
        (line[0], line[1], WON[line[2]])
        for line in ("AB1", "AC½", "DA1", "AE1", "BC1", "BD½", "EB1", "CD1", "CE½", "DE1")
    ]
)
# https://senseis.xmp.net/?SonnebornBerger: everybody twice against everybody
SENSEIS = classical_games(
    [
        (line[0], line[1], WON[line[2]])
        for line in ("AB1", "AC1", "AD1", "BC1", "BD1", "CD1", "BA1", "CA0", "DA1", "CB1", "DB0", "DC0")
    ]
)

PUBLISHED: dict[str, tuple[Sequence[EventGame], TieBreak, dict[str, str]]] = {
    "buchholz": (LICHESS, "buchholz", {"A": "7.5"}),
    "buchholz without the least": (LICHESS, "buchholz_cut1", {"A": "6"}),
    "sonneborn-berger": (LICHESS, "sonneborn_berger", {"A": "4"}),
    "wins": (LICHESS, "wins", {"A": "2"}),
    "wins with Black": (LICHESS, "black_wins", {"A": "0"}),
    "sonneborn-berger of a double round": (SENSEIS, "sonneborn_berger", {"A": "11", "B": "9", "C": "6", "D": "4"}),
}


@pytest.mark.parametrize(("games", "code", "shown"), PUBLISHED.values(), ids=PUBLISHED)
def test_published_tables(games: Sequence[EventGame], code: TieBreak, shown: dict[str, str]) -> None:
    found = {row.entrant.name: row.tie_breaks[code] for row in table(event(games, tie_breaks=(code,)))}
    assert {name: found[name] for name in shown} == {name: F(value) for name, value in shown.items()}


def test_direct_encounter_of_a_published_table() -> None:
    """A and D share the first place, and D has won against A."""
    rows = table(event(LICHESS, tie_breaks=("direct",)))
    assert [(row.place, row.entrant.name, row.tie_breaks["direct"]) for row in rows[:2]] == [
        (1, "D", F(1)),
        (2, "A", F(0)),
    ]


def player_data(event: Event) -> dict[int, PlayerTiebreakData]:
    """The event as the other implementation takes it."""
    found = results(event)
    numbers = {player: number for number, player in enumerate(found.entrants, 1)}
    return {
        numbers[player]: PlayerTiebreakData(
            numbers[player],
            0,
            float(found.points[player]),
            [
                GameRecord(
                    numbers[one.opponent],
                    0,
                    float(one.points),
                    "white" if one.white else "black",
                    round_,
                    kind="played",
                )
                for round_, one in enumerate(mine, 1)
            ],
        )
        for player, mine in found.of.items()
    }


THEIRS: dict[TieBreak, str] = {
    "wins": "wins",
    "black_wins": "wins_black",
    "buchholz": "buchholz",
    "buchholz_cut1": "buchholz_cut1",
    "sonneborn_berger": "sonneborn_berger",
}
pairs = st.lists(st.sampled_from("ABCDEFG"), min_size=2, max_size=2, unique=True)
some_results = st.lists(st.tuples(pairs, st.sampled_from(OUTCOMES)), min_size=1, max_size=25)


@given(some_results)
def test_classical_results_give_what_another_implementation_says(results_: list[tuple[list[str], Outcome]]) -> None:
    evening = event(classical_games([(white, black, outcome) for (white, black), outcome in results_]))
    found, theirs = results(evening), player_data(evening)
    for number, player in enumerate(found.entrants, 1):
        said = calculate_all_strict(
            theirs[number], theirs, list(THEIRS.values()), total_rounds=len(results_), ruleset="fide-2026"
        )
        assert {THEIRS[code]: values(code, found, [player])[player] for code in THEIRS} == said


points = st.integers(0, 220).flatmap(
    lambda first: st.integers(0, 220).map(lambda second: (first, second, max(100, first + second)))
)


@settings(max_examples=30)
@given(st.lists(st.tuples(pairs, points), max_size=25))
def test_points_of_any_size_are_summed_exactly(games: list[tuple[list[str], tuple[int, int, int]]]) -> None:
    """Each value by its definition, from the list of games alone."""
    played = [(white, black, F(one, whole), F(two, whole)) for (white, black), (one, two, whole) in games]
    evening = event(
        replace(game(white, black, ("0", "0"), "draw"), points=(one, two)) for white, black, one, two in played
    )
    found = results(evening)
    total = {
        name: sum(one for white, _, one, _ in played if white == name)
        + sum(two for _, black, _, two in played if black == name)
        for name in "ABCDEFG"
    }
    for key, entrant in found.entrants.items():
        mine = [(black, one) for white, black, one, _ in played if white == entrant.name]
        mine += [(white, two) for white, black, _, two in played if black == entrant.name]
        opponents = sorted(Fraction(total[other]) for other, _ in mine)
        assert values("buchholz", found, [key])[key] == sum(opponents)
        assert values("buchholz_cut1", found, [key])[key] == sum(opponents) - (opponents[0] if len(mine) > 1 else 0)
        assert values("sonneborn_berger", found, [key])[key] == sum(total[other] * made for other, made in mine)


def test_equal_sums_in_another_order_are_equal() -> None:
    """As floating-point numbers 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ."""
    games = [game("A", "x", ("0.1", "0")), game("A", "y", ("0.2", "0")), game("A", "z", ("0.3", "0"))]
    games += [game("B", "x", ("0.3", "0")), game("B", "y", ("0.2", "0")), game("B", "z", ("0.1", "0"))]
    rows = table(event(games, tie_breaks=("buchholz", "sonneborn_berger")))
    assert [(row.place, row.entrant.name) for row in rows[:2]] == [(1, "A"), (1, "B")]


MEETINGS: dict[str, tuple[list[EventGame], dict[str, str | None]]] = {
    "one game": ([game("A", "B", ("0.2", "0.4"))], {"A": "0.2", "B": "0.4"}),
    "the mean of two": (
        [game("A", "B", ("0.2", "0.4")), game("B", "A", ("0", "1"))],
        {"A": "0.6", "B": "0.2"},
    ),
    "not all have met": ([game("A", "B", ("1", "0")), game("C", "B", ("1", "0"))], {"A": None, "B": None, "C": None}),
    "a running game is none": ([game("A", "B")], {"A": None, "B": None}),
    "alone": ([], {"A": None}),
}


@pytest.mark.parametrize(("games", "shown"), MEETINGS.values(), ids=MEETINGS)
def test_direct_encounter(games: list[EventGame], shown: dict[str, str | None]) -> None:
    found = results(event([*games, game("A", "x", ("0", "1"))]))
    said = values("direct", found, [name.casefold() for name in shown])
    assert said == {name.casefold(): None if value is None else F(value) for name, value in shown.items()}

"""The standings of an event."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter

import chess
import chess.pgn
import pytest

from bot.events.model import Entrant, Event, EventGame
from bot.events.results import results
from bot.events.table import table
from bot.pgn import PgnGame, read_pgn
from bot.score.json_lines import report_line
from bot.score.judge import Judged, judge
from scoring import Rules
from tests.bot.events.making import F, entrants, event, game


def lines(evening: Event) -> list[tuple[int, str]]:
    return [(row.place, row.entrant.name) for row in table(evening)]


def test_a_row_says_all_of_a_player() -> None:
    games = [game("Anna", "Ben", ("0.31", "0.29")), game("Cleo", "ANNA", ("0.1", "0.9")), game("Ben", "Anna")]
    first = table(event(games, tie_breaks=("wins", "black_wins")))[0]
    assert (first.place, first.entrant.name, first.points, first.classical) == (1, "Anna", F("1.21"), F(2))
    assert (first.games, first.wins, list(first.tie_breaks.items())) == (2, 2, [("wins", F(2)), ("black_wins", F(1))])


def test_points_decide_then_the_tie_breaks_in_their_order() -> None:
    games = [
        game("A", "x", ("0.5", "0"), "draw"),
        game("B", "x", ("0.5", "0"), "white_wins"),
        game("y", "C", ("0", "0.5"), "black_wins"),
        game("D", "y", ("0.6", "0"), "draw"),
    ]
    assert lines(event(games, tie_breaks=("classical", "black_wins")))[:4] == [(1, "D"), (2, "C"), (3, "B"), (4, "A")]


def test_who_is_equal_in_everything_shares_a_place() -> None:
    games = [game("B", "A", ("0.3", "0.3")), game("D", "C", ("0.3", "0.3")), game("E", "F", ("0.2", "0.1"), "draw")]
    assert lines(event(games)) == [(1, "A"), (1, "B"), (1, "C"), (1, "D"), (5, "E"), (6, "F")]


def test_a_direct_encounter_is_shown_to_those_who_are_equal() -> None:
    games = [game("A", "B", ("0.2", "0.4")), game("A", "x", ("0.2", "0")), game("x", "B", ("0", "0"))]
    rows = table(event(games, tie_breaks=("direct",)))
    assert [(row.place, row.entrant.name, row.tie_breaks["direct"]) for row in rows] == [
        (1, "B", F("0.4")),
        (2, "A", F("0.2")),
        (3, "x", None),
    ]


def test_entrants_stand_in_the_table_before_they_play_and_others_do_not() -> None:
    games = [game("anna", "Guest", ("1", "0")), game("Ben", "Anna", ("0.2", "0.3"))]
    evening = event(games, entrants=(Entrant("Anna", "WGM", 2400), *entrants("Ben", "Cleo")))
    assert lines(evening) == [(1, "Anna"), (2, "Ben"), (3, "Cleo")]
    first = table(evening)[0]
    assert (first.entrant.title, first.points, first.games) == ("WGM", F("0.3"), 1)


@pytest.mark.parametrize(
    "other",
    [
        game("A", "B"),
        replace(game("A", "B"), outcome="void"),
        game("A", "a", ("0.5", "0.5")),
        game("A", "", ("1", "0")),
    ],
    ids=["running", "void", "on both sides", "nobody"],
)
def test_games_that_count_for_nobody(other: EventGame) -> None:
    rows = table(event([game("A", "B", ("0.2", "0.1")), other]))
    assert [(row.entrant.name, row.points, row.games) for row in rows] == [("A", F("0.2"), 1), ("B", F("0.1"), 1)]


def test_an_arena_of_sixty_players_is_summed_in_milliseconds() -> None:
    chance = random.Random(7)
    names = [f"player{number}" for number in range(60)]
    games = []
    for _ in range(300):
        white, black = chance.sample(names, 2)
        one, two = chance.randrange(200), chance.randrange(200)
        games.append(replace(game(white, black, ("0", "0"), "draw"), points=_limited(one, two)))
    codes = ("classical", "wins", "black_wins", "buchholz", "buchholz_cut1", "sonneborn_berger", "direct")
    evening = event(games, entrants=entrants(*names), tie_breaks=codes)
    begin = perf_counter()
    rows = table(evening)
    assert perf_counter() - begin < 1  # some 5 ms
    assert sum(row.points for row in rows) == sum(sum(one.points) for one in games if one.points)
    assert sum(row.games for row in rows) == 600


def _limited(one: int, two: int) -> tuple[Fraction, Fraction]:
    whole = max(100, one + two)
    return F(one, whole), F(two, whole)


def judged_game(judged: Judged) -> EventGame:
    """A game of a file as an event has it."""
    record, points, decision = judged.game, judged.points, judged.decision
    assert points
    assert decision
    return EventGame(
        id=f"g{record.number}",
        order=record.number,
        white=record.headers["White"],
        black=record.headers["Black"],
        outcome=decision.outcome,
        points=(points[chess.WHITE], points[chess.BLACK]),
        report=report_line(judged),
        rules_version=judged.report.version,
    )


def test_a_real_round_robin(shared: Path) -> None:
    """The classical column is what the results of the record give."""
    path = shared / "games" / "real" / "broadcast-45-games-eval-clock.pgn"
    with path.open("rb") as file:
        games = [one for one in read_pgn(file, path.name) if isinstance(one, PgnGame)]
    evening = event([judged_game(judge(one, Rules())) for one in games])
    rows = table(evening)

    score: Counter[str] = Counter()
    with path.open(encoding="utf-8") as text:
        while headers := chess.pgn.read_headers(text):
            for side, whole in (("White", "1-0"), ("Black", "0-1")):
                score[headers[side]] += {whole: 2, "1/2-1/2": 1}.get(headers["Result"], 0)

    assert {row.entrant.name: row.classical for row in rows} == {name: F(half, 2) for name, half in score.items()}
    assert [row.games for row in rows] == [9] * 10
    assert sorted(rows, key=lambda row: -row.points) == list(rows)
    found = results(evening)
    assert all(len({one.opponent for one in found.of[player]}) == 9 for player in found.entrants)

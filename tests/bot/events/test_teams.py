"""Matches of teams, and the table of a league."""

from dataclasses import replace

import pytest

from bot.events.model import EventGame
from bot.events.teams import team_matches, team_table
from tests.bot.events.making import F, entrants, event, game

TEAMS = (
    *entrants("A1", "A2", team="Aachen"),
    *entrants("B1", "B2", team="Bonn"),
    *entrants("C1", "C2", team="Celle"),
    *entrants("Guest"),
)


def board(number: int, round_: int, white: str, black: str, points: tuple[str, str] | None = None) -> EventGame:
    return game(white, black, points, round=round_, board=number)


def test_a_match_is_the_sum_of_its_boards() -> None:
    """The first team has White on the first board, whatever began first; a win of the classical score is not needed."""
    games = [board(2, 1, "b2", "A2", ("0.9", "0.1")), board(1, 1, "A1", "B1", ("0.9", "0.2"))]
    (match,) = team_matches(event(games, entrants=TEAMS))
    assert (match.round, match.teams, [one.board for one in match.games]) == (1, ("Aachen", "Bonn"), [1, 2])
    assert (match.points, match.classical) == ((F(1), F("1.1")), (F(1), F(1)))
    assert match.match_points == (0, 2)


MATCH_POINTS: dict[str, tuple[list[EventGame], tuple[int, int] | None]] = {
    "won": ([board(1, 1, "A1", "B1", ("0.31", "0.3"))], (2, 0)),
    "drawn": ([board(1, 1, "A1", "B1", ("0.4", "0.3")), board(2, 1, "A2", "B2", ("0.3", "0.4"))], (1, 1)),
    "a board runs": ([board(1, 1, "A1", "B1", ("0.4", "0.3")), board(2, 1, "A2", "B2")], None),
}


@pytest.mark.parametrize(("games", "points"), MATCH_POINTS.values(), ids=MATCH_POINTS)
def test_match_points(games: list[EventGame], points: tuple[int, int] | None) -> None:
    (match,) = team_matches(event(games, entrants=TEAMS))
    assert match.match_points == points


def test_rounds_are_apart_and_in_order() -> None:
    games = [
        board(1, 2, "B1", "A1", ("0.1", "0.9")),
        board(1, 1, "A1", "B1", ("0.1", "0.9")),
        board(1, 1, "C1", "A2", ("0.1", "0.9")),
    ]
    matches = team_matches(event(games, entrants=TEAMS))
    assert [(match.round, match.teams) for match in matches] == [
        (1, ("Aachen", "Bonn")),
        (1, ("Celle", "Aachen")),
        (2, ("Bonn", "Aachen")),
    ]


def test_games_that_are_no_part_of_a_match() -> None:
    games = [
        board(1, 1, "A1", "A2", ("0.1", "0.9")),
        board(2, 1, "A1", "Guest", ("0.1", "0.9")),
        board(3, 1, "A1", "Stranger", ("0.1", "0.9")),
        replace(board(4, 1, "A1", "B1"), outcome="void"),
    ]
    assert team_matches(event(games, entrants=TEAMS)) == ()


def test_a_league() -> None:
    games = [
        board(1, 1, "A1", "B1", ("0.5", "0.4")),
        board(1, 2, "B1", "C1", ("0.7", "0.1")),
        board(1, 3, "C1", "A1", ("0.5", "0.5")),
        board(1, 4, "C1", "A1"),
    ]
    table = team_table(event(games, entrants=TEAMS))
    assert [(row.place, row.team, row.match_points, row.points) for row in table] == [
        (1, "Aachen", 3, F("1")),
        (2, "Bonn", 2, F("1.1")),
        (3, "Celle", 1, F("0.6")),
    ]
    assert [(row.matches, row.won, row.drawn, row.classical) for row in table] == [
        (2, 1, 1, F("1.5")),
        (2, 1, 0, F("1")),
        (2, 0, 1, F("0.5")),
    ]


def test_game_points_decide_then_the_classical_score_and_equal_teams_share_a_place() -> None:
    games = [board(1, 1, "A1", "B1", ("0.5", "0.5")), board(1, 2, "C1", "A1", ("0.6", "0.6"))]
    table = team_table(event(games, entrants=(*TEAMS, *entrants("D1", team="Düren"), *entrants("E1", team="Essen"))))
    assert [(row.place, row.team) for row in table] == [
        (1, "Aachen"),
        (2, "Celle"),
        (3, "Bonn"),
        (4, "Düren"),
        (4, "Essen"),
    ]

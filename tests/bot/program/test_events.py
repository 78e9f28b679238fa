"""Scored events turned into what clients see."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.events.model import Entrant, EventGame, Kind, Setup
from bot.events.model import Event as ScoredEvent
from bot.program import counted
from bot.program.counted import Counted
from bot.program.events import event_state
from bot.program.live_points import live_points
from bot.updates import Player
from overlay.shown.event_view import rounded_down
from overlay.state import Event, Points
from scoring import Outcome, Rules
from tests.overlay import event_samples, scored_samples

ANNA, BEN, CLEO = (Entrant(name) for name in ("Anna", "Ben", "Cleo"))
THIRD = Fraction(1, 3)


def game(number: int, white: str, black: str, points: tuple[Fraction, Fraction] | None, **more: Any) -> EventGame:
    """A game that White has won; without points it runs."""
    outcome: Outcome | None = "white_wins" if points else None
    made = EventGame(f"g{number}", number, white, black, outcome=outcome, points=points, rules_version="2026.1")
    return replace(made, **more)


def told(*games: EventGame, kind: Kind = "swiss") -> Event:
    """What is shown of these games; none is followed."""
    setup = Setup("club", "", kind, Rules(), (ANNA, BEN, CLEO), tie_breaks=("classical", "direct"))
    return event_state(Counted(ScoredEvent(setup, games)), lambda _: None)


def test_sums_are_rounded_down_and_points_of_games_are_as_everywhere() -> None:
    event = told(*(game(number, "anna", "BEN", (2 * THIRD, THIRD)) for number in range(2)))
    assert [(row.place, row.player.name, row.points, row.classical, row.games) for row in event.rows] == [
        (1, "Anna", "1.3333", "2.00", 2),
        (2, "Ben", "0.6666", "0.00", 2),
        (3, "Cleo", "0.00", "0.00", 0),
    ]
    assert event.meetings[0].points == Points("0.6667", "0.3333")
    assert event.rows[0].tie_breaks == ("2.00", None)
    assert (event.name.de, event.rules_versions) == ("club", ("2026.1",))


def test_what_does_not_count_is_marked_and_what_fits_nowhere_is_not_shown() -> None:
    event = told(
        game(0, "Anna", "Ben", None, outcome="void"),
        game(1, "Anna", "Stranger", (Fraction(1), Fraction(0))),
        game(2, "Cleo", "Anna", (Fraction(1), Fraction(0)), corrected=True, round=2, board=1),
    )
    assert [(one.game, one.outcome, one.points, one.corrected, one.round, one.board) for one in event.meetings] == [
        ("g0", "void", None, False, None, None),
        ("g2", "white_wins", Points("1.00", "0.00"), True, 2, 1),
    ]
    assert (event.played, event.running, [line.id for line in event.games]) == (1, 0, ["g2"])
    line = event.games[0]
    assert not any(row.corrected for row in event.rows)
    assert (line.lifecycle, line.corrected, line.result and line.result.points) == (
        "settled",
        False,
        Points("1.00", "0.00"),
    )


def test_for_a_while_it_is_said_of_game_and_players_that_they_were_corrected() -> None:
    setup = Setup("club", "", "match", Rules(), (ANNA, BEN, CLEO))
    games = game(1, "Anna", "Ben", (Fraction(1), Fraction(0)), corrected=True), game(2, "Ben", "Anna", (THIRD, THIRD))
    event = event_state(Counted(ScoredEvent(setup, games), frozenset({"g1"})), lambda _: None)
    assert [(line.id, line.corrected) for line in event.games] == [("g2", False), ("g1", True)]
    assert [(row.player.name, row.corrected) for row in event.rows] == [("Anna", True), ("Ben", True), ("Cleo", False)]
    assert event.match
    assert event.match.corrected


def test_running_games_count_as_drawn_where_they_are_followed() -> None:
    followed = live_points(event_samples.game("g1", Player("Ben", "FM", 2300), Player("Anna"), 20, "*"))
    event = ScoredEvent(
        Setup("club", "Club", "match", Rules(), (ANNA, BEN)),
        (
            game(0, "Anna", "Ben", (Fraction(9, 10), Fraction(1, 10))),
            game(1, "Ben", "Anna", None),
            game(2, "Anna", "Ben", None),
        ),
    )
    state = event_state(Counted(event), lambda game_id: followed if game_id == "g1" else None)
    anna, ben = state.rows
    assert anna.live == rounded_down(Fraction(9, 10) + followed.draw[1])
    assert ben.live == rounded_down(Fraction(1, 10) + followed.draw[0])
    assert (anna.playing, ben.player.title, ben.player.rating) == ("g1", "FM", 2300)
    assert [one.points for one in state.meetings[1:]] == [followed.line.draw, None]
    assert [line.lifecycle for line in state.games] == ["live", "reconnecting", "settled"]
    assert state.match
    assert (state.match.playing, state.match.white, state.match.live) == ("g2", 0, None)


@pytest.mark.parametrize("name", ["midway", "won", "both_lost"])
def test_the_history_ends_where_the_match_stands(name: str) -> None:
    match = scored_samples.EVENTS[name]().match
    assert match
    assert match.history[0] == ("0.00", "0.00")
    assert match.history[-1] == match.points
    assert len(match.history) == match.length - match.games_left + 1
    assert match.next_players == (("Turmbau", "bauernkette") if name == "both_lost" else ())


def test_teams_and_prizes() -> None:
    event = scored_samples.teams()
    assert [(row.place, row.team, row.match_points, row.points, row.matches) for row in event.teams][:2] == [
        (1, "SC Turm", 4, "2.3779", 2),
        (2, scored_samples.EVENTS["teams"]().teams[1].team, 2, "1.48", 1),
    ]
    assert [match.match_points for match in event.team_matches] == [(2, 0), (0, 2), (2, 0), None]
    assert [row.prize for row in scored_samples.swiss().rows][:4] == ["50.00", "30.00", "20.00", None]


def test_an_event_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, number in (("ROWS", 2), ("MEETINGS", 3), ("LINES", 1)):
        monkeypatch.setattr(counted, limit, number)
    event = told(*(game(number, "Anna", "Ben", (Fraction(1), Fraction(0))) for number in range(5)))
    assert (len(event.rows), len(event.meetings), len(event.games)) == (2, 3, 1)
    assert (event.players, event.played, event.meetings[-1].game, event.games[0].id) == (3, 5, "g4", "g4")

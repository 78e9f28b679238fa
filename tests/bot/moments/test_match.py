"""A match that is decided is told once, and only if the game that decided it was seen to end."""

from fractions import Fraction

import pytest

from bot.events.model import Entrant, Event, EventGame, Setup
from bot.events.race import Race, race
from bot.moments.teller import Moments
from scoring import Ending, Finish, Outcome, Rules
from tests.bot.moments.following import START_MS, H, Played

ONE, NONE, BOTH = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1, 2))
DECIDING = "abcdefgh"


def match_of(*results: tuple[Outcome, tuple[Fraction, Fraction]], deciding: str = DECIDING) -> Race:
    """A match of two games; the first player always has White."""
    ids = ["before00", deciding]
    games = tuple(
        EventGame(ids[number], number, "Amsel", "Drossel", outcome=outcome, points=points, report="{}")
        for number, (outcome, points) in enumerate(results)
    )
    setup = Setup("club", "", "match", Rules(), (Entrant("Amsel"), Entrant("Drossel")), match_games=2)
    found = race(Event(setup, games))
    assert found
    return found


WON = match_of(("white_wins", ONE), ("draw", BOTH))
LOST = match_of(("white_wins", ONE), ("black_wins", NONE))


def seen_to_end(moments: Moments) -> None:
    game = Played(moments)
    game.says(H.DESCRIBED)
    assert "game_ends" in game.says(H.ENDED, "e4 e5", finish=Finish(Ending.DRAW))


@pytest.mark.parametrize("match", [WON, LOST], ids=["won", "lost by both"])
def test_a_match_is_decided_once(match: Race) -> None:
    moments = Moments(START_MS)
    assert moments.of_match("club", match_of(("white_wins", ONE))) == ()
    seen_to_end(moments)
    (moment,) = moments.of_match("club", match)
    assert (moment.kind, moment.game_id) == ("match_decided", DECIDING)
    assert moments.of_match("club", match) == ()
    assert moments.of_match("club", match_of(("white_wins", ONE))) == ()  # corrected, and back again
    assert moments.of_match("club", match) == ()


def test_a_match_that_was_decided_before_the_program_began_is_no_news() -> None:
    moments = Moments(START_MS)
    assert moments.of_match("club", WON) == ()
    seen_to_end(moments)
    assert moments.of_match("club", WON) == ()

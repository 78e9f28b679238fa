"""Events made by hand, of games whose points are given."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bot.events.model import Entrant, Event, EventGame, Setup
from scoring import Outcome, Rules
from scoring.match import CLASSICAL

F = Fraction


def setup(**changes: Any) -> Setup:
    """What was agreed: a round robin without entrants, unless something else is said."""
    return replace(Setup("evening", "An evening", "round_robin", Rules()), **changes)


def game(
    white: str, black: str, points: tuple[str, str] | None = None, outcome: Outcome | None = None, **changes: Any
) -> EventGame:
    """A game by its points, won by who has more unless it is said; without points it runs."""
    if points is None:
        return replace(EventGame("running", 0, white, black), **changes)
    exact = F(points[0]), F(points[1])
    level: Outcome = "draw" if exact[0] == exact[1] else "white_wins" if exact[0] > exact[1] else "black_wins"
    return replace(EventGame("over", 0, white, black, outcome=outcome or level, points=exact), **changes)


def event(games: Iterable[EventGame], **changes: Any) -> Event:
    """An event of these games, which began one after another."""
    numbered = (replace(game, id=f"g{number}", order=number) for number, game in enumerate(games, 1))
    return Event(setup(**changes), tuple(numbered))


def entrants(*names: str, team: str = "") -> tuple[Entrant, ...]:
    """Entrants of one team, or of none."""
    return tuple(Entrant(name, team=team) for name in names)


def classical_games(results: Sequence[tuple[str, str, Outcome]]) -> list[EventGame]:
    """Games that count 1-½-0."""
    return [
        replace(game(white, black, ("0", "0"), outcome), points=CLASSICAL[outcome]) for white, black, outcome in results
    ]

"""The games of an event as each player sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from bot.events.model import Entrant, Event, EventGame
from scoring import Outcome
from scoring.match import CLASSICAL


class Result(NamedTuple):
    """A game that counts, seen by one of its players; `opponent` is the other one's key."""

    game: EventGame
    outcome: Outcome
    opponent: str
    white: bool
    points: Fraction
    opponent_points: Fraction

    @property
    def classical(self) -> Fraction:
        """What the player has of it in the classical score."""
        return CLASSICAL[self.outcome][not self.white]

    @property
    def won(self) -> bool:
        """Whether the player has won."""
        return self.classical == 1


@dataclass(frozen=True)
class Results:
    """All entrants of an event by key, and the results of each in the order in which the games began."""

    entrants: Mapping[str, Entrant]
    of: Mapping[str, Sequence[Result]]

    @cached_property
    def points(self) -> Mapping[str, Fraction]:
        """The points of every entrant."""
        return {player: sum((result.points for result in mine), Fraction(0)) for player, mine in self.of.items()}

    @cached_property
    def classical(self) -> Mapping[str, Fraction]:
        """The classical score of every entrant."""
        return {player: sum((result.classical for result in mine), Fraction(0)) for player, mine in self.of.items()}


def results(event: Event) -> Results:
    """Who takes part, and what each has from which game.

    Void and running games count for nobody, nor do games with somebody who is no entrant or on both sides.
    """
    entrants = entrants_of(event)
    of: dict[str, list[Result]] = {player: [] for player in entrants}
    for game in event.games:
        outcome, white, black = outcome_of(game), key_of(game.white), key_of(game.black)
        if game.points is None or outcome is None or white == black or not (white in of and black in of):
            continue
        of[white].append(Result(game, outcome, black, True, game.points[0], game.points[1]))
        of[black].append(Result(game, outcome, white, False, game.points[1], game.points[0]))
    return Results(entrants, of)


def entrants_of(event: Event) -> dict[str, Entrant]:
    """The entrants by key: those of the setup, without any whoever has a game, in the order of the games."""
    named = event.setup.entrants or tuple(
        Entrant(name) for game in event.games for name in (game.white, game.black) if name
    )
    entrants: dict[str, Entrant] = {}
    for entrant in named:
        entrants.setdefault(entrant.key, entrant)
    return entrants


def key_of(name: str) -> str:
    """The key of an entrant of this name."""
    return name.casefold()


def outcome_of(game: EventGame) -> Outcome | None:
    """How a game that counts has ended; None for a running and for a void one."""
    return None if game.points is None or game.outcome == "void" else game.outcome

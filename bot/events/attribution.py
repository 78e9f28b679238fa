"""Which games count in an event, and in which round.

A game belongs to an event if one of its own sources found it, if it is named by its id, or if both players are
entrants. What belongs and does not fit is never dropped: it is listed for the arbiter, with the reason.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.events.objections import Reason, Sofar, objection
from bot.events.rounds import RoundBy, round_of
from bot.events.terms import GameFacts, Terms


@dataclass(frozen=True, slots=True)
class Placed:
    """A game that counts in an event, its round and board, and by what it got its round."""

    game: GameFacts
    round: int | None
    board: int | None
    by: RoundBy


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A game that belongs to an event and does not count in it, for the arbiter."""

    game: GameFacts
    reason: Reason
    text: str


@dataclass(frozen=True, slots=True)
class Attribution:
    """The games of an event, in the order in which they began."""

    placed: tuple[Placed, ...]
    unplaced: tuple[Unplaced, ...]


def attribute(terms: Terms, games: Iterable[GameFacts]) -> Attribution:
    """Say of every game that belongs to an event whether it counts, and in which round; others are left out.

    Players who are known under another name are looked at as that one; the game keeps the names that it has.
    """
    sofar, placed, unplaced = Sofar(), list[Placed](), list[Unplaced]()
    for told in sorted(games, key=lambda game: game.began_ms):
        game = replace(told, white=_known(terms, told.white), black=_known(terms, told.black))
        if not _belongs(terms, game):
            continue
        if why_not := objection(terms, game, sofar):
            unplaced.append(Unplaced(told, *why_not))
            continue
        placed.append(Placed(told, *round_of(terms, game, sofar.played)))
        sofar.take(game)
    return Attribution(tuple(placed), tuple(unplaced))


def _known(terms: Terms, name: str) -> str:
    return terms.names.get(name.casefold(), name)


def _belongs(terms: Terms, game: GameFacts) -> bool:
    if game.id in terms.games or game.origins & terms.origins:
        return True
    return bool(terms.players) and game.pair <= terms.players

"""Puts an event together: what is agreed, the games that count, and what each of them gives."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import chess

from bot.events.attribution import Placed
from bot.events.model import Entrant, Event, EventGame, Setup
from bot.events.seen import Scored, Seen


def assembled(setup: Setup, games: Sequence[tuple[Placed, Seen, Scored]]) -> Event:
    """The event; its entrants have title, rating and FIDE number as games tell them, and all who play are entrants."""
    entrants = _entrants(setup, ((placed, seen) for placed, seen, _ in games))
    return Event(replace(setup, entrants=entrants), tuple(_game(order, *game) for order, game in enumerate(games, 1)))


def _game(order: int, placed: Placed, seen: Seen, scored: Scored) -> EventGame:
    return EventGame(
        id=seen.id,
        order=order,
        white=placed.game.white,
        black=placed.game.black,
        round=placed.round,
        board=placed.board,
        outcome=scored.outcome,
        ending=scored.ending,
        points=scored.points,
        record=seen.basis.record if seen.basis and scored.report else "",
        report=scored.report,
        rules_version=scored.rules_version,
        provisional=scored.provisional,
    )


def _entrants(setup: Setup, games: Iterable[tuple[Placed, Seen]]) -> tuple[Entrant, ...]:
    entrants = {entrant.key: entrant for entrant in setup.entrants}
    for placed, seen in games:
        for side, name in ((chess.WHITE, placed.game.white), (chess.BLACK, placed.game.black)):
            player, entrant = seen.players[not side], entrants.get(name.casefold(), Entrant(name))
            entrants[entrant.key] = replace(
                entrant,
                title=entrant.title or player.title,
                rating=entrant.rating or player.rating,
                fide_id=entrant.fide_id or seen.fide_id(side),
            )
    return tuple(entrants.values())

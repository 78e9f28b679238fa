"""Draw offers and the stakes they move (RULES 7)."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import chess

from scoring.amounts import STAKE, STAKE_SHIFT
from scoring.facts import Played


class OfferEvent(NamedTuple):
    """Something said about a draw while position `ply` stood on the board, by `side`."""

    ply: int
    side: chess.Color
    kind: Literal["offer", "decline", "withdraw"] = "offer"


class DeclinedOffer(NamedTuple):
    """A draw offer that was declined: by whom and after which ply it was made, and the ply that settled it."""

    side: chess.Color
    offered: int
    declined: int


def declined_offers(events: Iterable[OfferEvent], played: Played) -> list[DeclinedOffer]:
    """The offers that were declined, in order, by word or by a move of the opponent made while the offer stood.

    An offer withdrawn, or still standing when the game ends, is not declined; a repeated one counts again only
    after the one before it was declined. What was said after the last ply N does not count.
    """
    return _heard(events, played)[0]


def standing_offers(events: Iterable[OfferEvent], played: Played) -> set[chess.Color]:
    """The sides whose offer stands after the last ply: neither withdrawn nor declined, by word or by a move."""
    return set(_heard(events, played)[1])


def _heard(events: Iterable[OfferEvent], played: Played) -> tuple[list[DeclinedOffer], dict[chess.Color, int]]:
    """The offers that were declined, in order, and by side the ply after which one was made that stands."""
    standing: dict[chess.Color, int] = {}
    declined: list[DeclinedOffer] = []
    for event in sorted(events, key=lambda event: event.ply):
        if event.ply > played.last_ply:
            break
        declined += _declined_by_move(standing, played, event.ply)
        if event.kind == "offer":
            standing.setdefault(event.side, event.ply)
        elif event.kind == "withdraw":
            standing.pop(event.side, None)
        elif (offered := standing.pop(not event.side, None)) is not None:
            declined.append(DeclinedOffer(not event.side, offered, event.ply))
    declined += _declined_by_move(standing, played, played.last_ply)
    return sorted(declined, key=lambda offer: (offer.declined, offer.offered)), standing


def _declined_by_move(standing: dict[chess.Color, int], played: Played, ply: int) -> list[DeclinedOffer]:
    """Take out the offers that the opponent's moves up to a ply have answered."""
    answered = []
    for side, offered in list(standing.items()):
        answer = offered + 1 if played.mover(offered + 1) != side else offered + 2
        if answer <= ply:
            del standing[side]
            answered.append(DeclinedOffer(side, offered, answer))
    return answered


def stakes(declined: Sequence[chess.Color]) -> dict[chess.Color, int]:
    """Both stakes in hundredths after the sides given, in order, had an offer declined."""
    now = {chess.WHITE: STAKE, chess.BLACK: STAKE}
    for side in declined:
        shift = min(STAKE_SHIFT, now[side])
        now[side] -= shift
        now[not side] += shift
    return now

"""Which draw offers the records tell."""

from __future__ import annotations

from bot.lichess.simulator.state import DrawOffer, State
from bot.lichess.simulator.switches import Switches


def told_offers(state: State, switches: Switches) -> list[DrawOffer]:
    """The offers in the order in which they were made, with those that Lichess tells by mistake."""
    offers = [offer for offer in state.offers if switches.undone_offers or not offer.undone]
    if state.acceptance and switches.accepted_offer:
        offers.append(state.acceptance)
    return offers

"""What there is to tell of a game as it stands, whether or not it is new."""

from collections.abc import Iterator
from typing import NamedTuple

import chess

from bot.follower.followed import FollowedGame
from bot.moments.moment import Kind, Side
from scoring import Ending, declined_offers
from scoring.case import side_name


class Fact(NamedTuple):
    """Something that is so since a ply."""

    kind: Kind
    side: Side | None
    ply: int


def facts(game: FollowedGame) -> Iterator[Fact]:
    """All that the ledger, the draw offers and the lead give, of each kind and side in the order of the game."""
    yield from _entries(game)
    for offer in declined_offers(game.offers or (), game.game.played()):
        yield Fact("offer_declined", side_name(offer.side), offer.declined)
    yield from _leads(game)


def ends(game: FollowedGame) -> Iterator[Fact]:
    """How the game ended; nothing while that is not known, or not proved, and for a game without a score."""
    decision = game.decision
    if decision is None or decision.outcome == "void" or game.proving:
        return
    ply = game.game.ply
    if decision.ending == Ending.FLAG_FALL:
        flagged = None if game.flagged is None else side_name(game.flagged)
        yield Fact("flag_fall_draw" if decision.outcome == "draw" else "flag_fall", flagged, ply)
    winner: dict[str, Side] = {"white_wins": "white", "black_wins": "black"}
    yield Fact("game_ends", winner.get(decision.outcome), ply)


def _entries(game: FollowedGame) -> Iterator[Fact]:
    for entry in game.report.entries:
        side = None if entry.side == "both" else entry.side
        if entry.rule == "sacrifice":
            yield Fact("sacrifice_pays", side, entry.plies[-1])
        elif entry.rule == "late_castling":
            kind: Kind = "late_castling" if entry.values["castled"] else "king_in_centre"
            yield Fact(kind, side, entry.ply)
        elif entry.rule == "queen_trade":
            yield Fact("queen_trade", side, entry.ply)


def _leads(game: FollowedGame) -> Iterator[Fact]:
    """Every ply after which the other side led if the game had been drawn then; a tie changes nothing."""
    leader: Side | None = None
    for ply, (white, black) in enumerate(game.history):
        if white == black:
            continue
        side = side_name(chess.Color(white > black))
        if leader not in (None, side):
            yield Fact("lead_changes", side, ply)
        leader = side

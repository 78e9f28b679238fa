"""What there is to tell of a game as it stands, whether or not it is new."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import chess

from bot.follower.followed import FollowedGame
from bot.moments.moment import Kind, Side, Text
from scoring import Ending, Entry, declined_offers
from scoring.case import side_name
from scoring.words import Language, decision_text, entry_text

WORDS: dict[str, Text] = {
    "begins": Text("Die Partie beginnt", "The game begins"),
    "declined white": Text("Das Remisangebot von Weiß ist abgelehnt", "White's draw offer is declined"),
    "declined black": Text("Das Remisangebot von Schwarz ist abgelehnt", "Black's draw offer is declined"),
    "leads white": Text("Weiß geht in Führung", "White takes the lead"),
    "leads black": Text("Schwarz geht in Führung", "Black takes the lead"),
}


class Fact(NamedTuple):
    """Something that is so since a ply."""

    kind: Kind
    side: Side | None
    ply: int
    text: Text


def facts(game: FollowedGame) -> Iterator[Fact]:
    """All that the ledger, the draw offers and the lead give, of each kind and side in the order of the game."""
    yield from _entries(game)
    for offer in declined_offers(game.offers or (), game.game.played()):
        side = side_name(offer.side)
        yield Fact("offer_declined", side, offer.declined, WORDS[f"declined {side}"])
    yield from _leads(game)


def ends(game: FollowedGame) -> Iterator[Fact]:
    """How the game ended; nothing while that is not known, or not proved, and for a game without a score."""
    decision = game.decision
    if decision is None or decision.outcome == "void" or game.proving:
        return
    ply, text = game.game.ply, _both(lambda language: decision_text(decision, language))
    if decision.ending == Ending.FLAG_FALL:
        flagged = None if game.flagged is None else side_name(game.flagged)
        yield Fact("flag_fall_draw" if decision.outcome == "draw" else "flag_fall", flagged, ply, text)
    winner: dict[str, Side] = {"white_wins": "white", "black_wins": "black"}
    yield Fact("game_ends", winner.get(decision.outcome), ply, text)


def _entries(game: FollowedGame) -> Iterator[Fact]:
    played = game.game.played()

    def text(entry: Entry) -> Text:
        return _both(lambda language: entry_text(entry, played, language))

    for entry in game.report.entries:
        side = None if entry.side == "both" else entry.side
        if entry.rule == "sacrifice":
            yield Fact("sacrifice_pays", side, entry.plies[-1], text(entry))
        elif entry.rule == "late_castling":
            kind: Kind = "late_castling" if entry.values["castled"] else "king_in_centre"
            yield Fact(kind, side, entry.ply, text(entry))
        elif entry.rule == "queen_trade":
            yield Fact("queen_trade", side, entry.ply, text(entry))


def _leads(game: FollowedGame) -> Iterator[Fact]:
    """Every ply after which the other side led if the game had been drawn then; a tie changes nothing."""
    leader: Side | None = None
    for ply, (white, black) in enumerate(game.history):
        if white == black:
            continue
        side = side_name(chess.Color(white > black))
        if leader not in (None, side):
            yield Fact("lead_changes", side, ply, WORDS[f"leads {side}"])
        leader = side


def _both(text: Callable[[Language], str]) -> Text:
    return Text(text("de"), text("en"))

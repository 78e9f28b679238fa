"""Writing draw offers and their answers into a PGN, as the comments that reading it finds again."""

import io
import re
from collections.abc import Iterable, Sequence

import chess
import chess.pgn

from scoring import OfferEvent
from scoring.case import side_name

_SAID = {"offer": "offers draw", "decline": "declines draw", "withdraw": "withdraws draw offer"}
_OFFER = re.compile(r"\b(?:White|Black) offers draw\b[.\s]*")


def with_talk(pgn: str, offers: Sequence[OfferEvent]) -> str:
    """The same game with these offers and answers instead of those that its comments tell."""
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    nodes: list[chess.pgn.GameNode] = [game, *game.mainline()]
    for ply, node in enumerate(nodes):
        said = [f"{side_name(event.side).capitalize()} {_SAID[event.kind]}" for event in offers if event.ply == ply]
        node.comment = _joined([*said, _OFFER.sub("", node.comment).strip()])
    return f"{game}\n\n\n"


def _joined(sentences: Iterable[str]) -> str:
    return ". ".join(sentence for sentence in sentences if sentence)

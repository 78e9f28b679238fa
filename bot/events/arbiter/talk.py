"""The record of a game with other draw offers than it has told so far."""

import io
import re
from collections.abc import Sequence

import chess
import chess.pgn

from bot.pgn.comments import OWN_COMMENT, offers
from bot.pgn.talk import with_talk
from scoring import OfferEvent

_COMMAND = re.compile(r"\[%[^\]]*\]")
_END_OF_SENTENCE = re.compile(r"(?<=[.;!?])\s+")


def retold(record: str, talk: Sequence[OfferEvent]) -> str:
    """The same game with these offers and answers instead of all those that its comments tell, however worded."""
    game = chess.pgn.read_game(io.StringIO(record))
    assert game is not None
    for node in (game, *game.mainline()):
        node.comment = _without_talk(node.comment)
    return with_talk(f"{game}\n", talk)


def _without_talk(comment: str) -> str:
    """A comment without the sentences that tell of a draw offer; clocks and the like come first."""
    sentences = _END_OF_SENTENCE.split(_COMMAND.sub("", comment).strip())
    kept = [sentence for sentence in sentences if not _tells(sentence)]
    if comment.startswith(OWN_COMMENT) or len(kept) == len(sentences):
        return comment
    return " ".join([*_COMMAND.findall(comment), *kept]).strip()


def _tells(sentence: str) -> bool:
    # Whose offer it is does not matter here, so neither does the ply.
    return bool(offers({1: [sentence]}, chess.WHITE))

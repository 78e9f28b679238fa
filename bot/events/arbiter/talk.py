"""The record of a game with other draw offers than it has told so far."""

import re
from collections.abc import Iterator

import chess
import chess.pgn

from bot.pgn import PgnGame
from bot.pgn.comments import OWN_COMMENT, offers
from scoring.case import side_name

_COMMAND = re.compile(r"\[%[^\]]*\]")
_END_OF_SENTENCE = re.compile(r"(?<=[.;!?])\s+")
_SAID = {"offer": "offers draw", "decline": "declines draw", "withdraw": "withdraws draw offer"}
_WITHOUT_BRACES = str.maketrans("{}", "()")


def retold(game: PgnGame) -> str:
    """The PGN of a game that tells its `offers`, and no others that its comments may have told; the main line only."""
    exporter = chess.pgn.StringExporter(columns=None)
    for name, value in game.headers.items():
        exporter.visit_header(name, value.replace("\\", "\\\\").replace('"', '\\"').replace("\r", " "))
    exporter.write_line()
    board = game.start.copy(stack=False)
    for ply in range(len(game.moves) + 1):
        if ply:
            exporter.visit_move(board, game.moves[ply - 1])
            board.push(game.moves[ply - 1])
        for comment in _comments(game, ply):
            exporter.visit_comment(comment.translate(_WITHOUT_BRACES))
    exporter.visit_result(game.conflict or game.result)
    exporter.end_game()
    return f"{exporter}\n"


def _comments(game: PgnGame, ply: int) -> Iterator[str]:
    """What is said after a ply: first of a draw, then all the rest."""
    said = [f"{side_name(event.side).capitalize()} {_SAID[event.kind]}" for event in game.offers if event.ply == ply]
    if said:
        yield ". ".join(said)
    for comment in game.comments.get(ply, ()):
        if rest := _without_talk(comment):
            yield rest


def _without_talk(comment: str) -> str:
    """A comment without the sentences that tell of a draw offer; clocks and the like come first then."""
    sentences = _END_OF_SENTENCE.split(_COMMAND.sub("", comment).strip())
    kept = [sentence for sentence in sentences if not _tells(sentence)]
    if comment.startswith(OWN_COMMENT) or len(kept) == len(sentences):
        return comment
    return " ".join([*_COMMAND.findall(comment), *kept]).strip()


def _tells(sentence: str) -> bool:
    # Whose offer it is does not matter here, so neither does the ply.
    return bool(offers({1: [sentence]}, chess.WHITE))

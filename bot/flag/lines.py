"""`unruh flag -`: a line in, a line out, in order."""

from collections.abc import Generator, Iterable
from functools import partial
from typing import NamedTuple

import chess

from bot.flag.finding import flag_fall
from bot.flag.json_line import answer_line, error_line
from bot.flag.position import PositionError, position
from bot.spread import in_order
from scoring.flagfall import winnability

_SIDES = {"white": chess.WHITE, "black": chess.BLACK}


class Answer(NamedTuple):
    """A line of JSON, and whether the question could be answered."""

    line: str
    answered: bool


def answers(lines: Iterable[bytes], nodes: int, workers: int = 1) -> Generator[Answer, None, None]:
    """Answer every line that is neither blank nor a comment; nothing that stands in a line raises."""
    texts = (line.decode("utf-8", "replace").rstrip("\r\n") for line in lines)
    questions = (text for text in texts if text.strip() and not text.startswith("#"))
    yield from in_order(partial(answer, nodes=nodes), questions, workers)


def answer(question: str, nodes: int) -> Answer:
    """Answer one line: a FEN, a tab, and the side that would win."""
    fen, _, name = question.partition("\t")
    try:
        winner = _side(name)
        found = flag_fall(position(fen), winner, partial(winnability, nodes=nodes))
    except PositionError as error:
        return Answer(error_line(fen, str(error)), answered=False)
    return Answer(answer_line(fen, found), answered=True)


def _side(name: str) -> chess.Color:
    side = _SIDES.get(name.strip())
    if side is None:
        raise PositionError("a line is a FEN, a tab, and the side that would win: white or black")
    return side

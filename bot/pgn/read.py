"""Reading a whole PGN file, game by game."""

from collections.abc import Iterator
from typing import BinaryIO

from bot.pgn.model import PgnGame, PgnProblem
from bot.pgn.parse import parse_game
from bot.pgn.split import NotPgnError, split_games


def read_pgn(stream: BinaryIO, file: str) -> Iterator[PgnGame | PgnProblem]:
    """Every game of a file in order, or the problem with it; `file` is its name in what is said about it.

    One game is in memory at a time. What is wrong with the file as a whole comes as a problem with the number 0.
    """
    try:
        for raw in split_games(stream):
            yield parse_game(raw, file)
    except NotPgnError as error:
        yield PgnProblem(file, 0, str(error), "broken")

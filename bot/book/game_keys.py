"""What a worker does with some games: the keys of their positions."""

from array import array
from typing import NamedTuple

import chess

from bot.book.key import position_key
from bot.pgn import PgnGame, PgnProblem, RawGame, parse_game

_START = position_key(chess.Board())


class Chunk(NamedTuple):
    """Some games of a file, not yet read, and what is wrong with the file."""

    file: str
    games: list[RawGame]
    problems: list[PgnProblem]


class ReadKeys(NamedTuple):
    """The keys of the positions of some games, 8 bytes each and sorted, those of a game each once."""

    keys: bytes
    games: int
    """From the normal start; only these count."""
    other_starts: int
    problems: list[PgnProblem]


def read_keys(chunk: Chunk) -> ReadKeys:
    """Read games, down to the keys of all their positions, the first one too."""
    keys: list[int] = []
    problems: list[PgnProblem] = []
    games = other_starts = 0
    for raw in chunk.games:
        game = parse_game(raw, chunk.file)
        if isinstance(game, PgnProblem):
            problems.append(game)
        elif game.start.chess960 or game.start.fen() != chess.STARTING_FEN:
            other_starts += 1
        else:
            games += 1
            keys += _keys(game)
    return ReadKeys(array("Q", sorted(keys)).tobytes(), games, other_starts, problems + chunk.problems)


def _keys(game: PgnGame) -> set[int]:
    board = game.start.copy()
    keys = {_START}
    for move in game.moves:
        board.push(move)
        keys.add(position_key(board))
    return keys

"""Reading PGN as it is found in the wild: streaming, in bounded memory, one broken game never harming another."""

from bot.pgn.model import PgnGame, PgnProblem
from bot.pgn.parse import parse_game
from bot.pgn.read import read_pgn
from bot.pgn.split import NotPgnError, RawGame, split_games

__all__ = ["NotPgnError", "PgnGame", "PgnProblem", "RawGame", "parse_game", "read_pgn", "split_games"]

"""Famous games over the board, and games from all over the world where they are at hand."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import chess
import chess.pgn

Line = tuple[chess.Move, ...]

OPERA = """
e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6
Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
"""
IMMORTAL = """
e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3
Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#
"""
EVERGREEN = """
e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5
Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#
"""
CENTURY = """
Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4
Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1
Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#
"""
PROMOTIONS = """
e4 d5 e5 f5 exf6 d4 fxg7 d3 gxh8=Q dxc2 g4 cxb1=N g5 h5 gxh6 Nc6 h7 Nf6 Qg8 Nd5 Qg3 Ndb4 h8=R Qd3 Rxf8+ Kxf8 Rxb1 Bg4
Bxd3 Re8+ Ne2 Bxe2 Kxe2 Nd5
"""
"""Made up: en passant, promotions with and without capturing, to a queen, a rook and a knight."""


def famous_games() -> dict[str, Line]:
    """The games of this file."""
    texts = {
        "opera": OPERA,
        "immortal": IMMORTAL,
        "evergreen": EVERGREEN,
        "century": CENTURY,
        "promotions": PROMOTIONS,
    }
    return {name: moves_of(text) for name, text in texts.items()}


def moves_of(text: str, start: chess.Board | None = None) -> Line:
    """Moves as people write them."""
    board = start.copy() if start else chess.Board()
    return tuple(board.push_san(san) for san in text.split())


def real_games(shared: Path, games: int) -> Iterator[Line]:
    """The first games of those that were played over the board."""
    read = _read(shared / "games" / "real" / "otb-232-games.pgn")
    yield from islice((tuple(game.mainline_moves()) for game in read), games)


def chess960_games(shared: Path) -> Iterator[tuple[chess.Board, Line]]:
    """Games of Chess960 with their start positions."""
    for game in _read(shared / "games" / "real" / "chess960-20-games.pgn"):
        yield game.board(), tuple(game.mainline_moves())


def _read(path: Path) -> Iterator[chess.pgn.Game]:
    with path.open(encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            if not game.errors:
                yield game

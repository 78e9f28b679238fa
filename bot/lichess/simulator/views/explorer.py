"""What the opening explorer tells of a position. It names no games, no ratings and no openings."""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.opening_table import OpeningTable, Results


class ExploredMove(msgspec.Struct, rename="camel", frozen=True):
    """A move with the results of the games that went on with it."""

    uci: str
    san: str
    average_rating: int
    white: int
    draws: int
    black: int
    game: None = None
    opening: None = None


class Explored(msgspec.Struct, rename="camel", frozen=True):
    """A position with the results of the games that went on from it; zeros for one that nobody knows."""

    white: int
    draws: int
    black: int
    moves: list[ExploredMove]
    recent_games: list[str] | msgspec.UnsetType
    top_games: list[str] = []
    opening: None = None


def explored(table: OpeningTable, board: chess.Board, most_moves: int, *, recent_games: bool) -> bytes:
    """A position with its most common moves; the results are those of all games, of moves left out too."""
    known = table.moves(board)
    total = Results()
    for _, results in known:
        total.white += results.white
        total.draws += results.draws
        total.black += results.black
    return msgspec.json.encode(
        Explored(
            white=total.white,
            draws=total.draws,
            black=total.black,
            moves=[_move(board, move, results) for move, results in known[:most_moves]],
            recent_games=[] if recent_games else msgspec.UNSET,
        )
    )


def _move(board: chess.Board, move: chess.Move, results: Results) -> ExploredMove:
    return ExploredMove(
        uci=board.uci(move, chess960=True),  # castling as king takes rook
        san=board.san(move),
        average_rating=0,
        white=results.white,
        draws=results.draws,
        black=results.black,
    )

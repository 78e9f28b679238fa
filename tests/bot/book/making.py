"""What the tests of books make them from: lines, PGN and Polyglot entries."""

import struct
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

import chess
import chess.polyglot

from bot.book.key import position_key
from bot.book.packed import BookInfo, write_packed
from scoring import Game


def board_after(sans: str) -> chess.Board:
    board = chess.Board()
    for san in sans.split():
        board.push_san(san)
    return board


def game_of(board: chess.Board) -> Game:
    """A game that led to this position."""
    game = Game(board.root())
    game.extend(board.move_stack)
    return game


def boards_of(board: chess.Board) -> list[chess.Board]:
    """Every position of the moves that led here, the first one too, with the moves before it."""
    boards = [board.root()]
    for move in board.move_stack:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    return boards


def write_positions(path: Path, boards: Iterable[chess.Board]) -> Path:
    keys = array("Q", sorted({position_key(board) for board in boards}))
    write_packed(path, BookInfo("test", "2025-11-30", 3, len(keys), 1), lambda: [keys])
    return path


def write_polyglot(path: Path, entries: Iterable[tuple[chess.Board, str, int]]) -> Path:
    """Entries of a position, a move as Polyglot writes it (castling: king takes rook), and a weight."""
    raw = []
    for board, uci, weight in entries:
        move = chess.Move.from_uci(uci)
        promotion = move.promotion - 1 if move.promotion else 0
        raw.append(
            (chess.polyglot.zobrist_hash(board), promotion << 12 | move.from_square << 6 | move.to_square, weight)
        )
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry, 0) for entry in sorted(raw)))
    return path


def pgn_of(games: Sequence[str], tags: str = "") -> str:
    return "".join(f'[Event "?"]\n{tags}[Result "*"]\n\n{moves} *\n\n' for moves in games)

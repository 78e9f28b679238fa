"""The golden tables in tests/golden: one TOML file a rule, one row a case, and what the engine says of a row.

Every row has a `name`, the moves and what is expected; see tests/golden/README.md for the other keys.
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess

from scoring import Game, Report, Rules, replay, score

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SIDES = {"white": chess.WHITE, "black": chess.BLACK}


@dataclass(frozen=True)
class Row:
    """One case of a table; a key that is not named here is a mistake in the table."""

    name: str
    expect: list[str]
    moves: str = ""
    start: str = chess.STARTING_FEN
    chess960: bool = False
    book_ply: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    declined: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        """The rule options of the row."""
        return Rules(**self.options)

    def start_board(self) -> chess.Board:
        """The start position, which must be a possible one."""
        board = chess.Board(self.start, chess960=self.chess960)
        assert board.is_valid(), f"{self.name}: {board.status()!r}"
        return board

    def game(self) -> Game:
        """The row's moves, read by the engine."""
        return replay(read_moves(self.moves, self.start_board()), self.start_board())

    def report(self) -> Report:
        """The row's game, judged."""
        declined = [SIDES[side] for side in self.declined]
        return score(self.game(), self.rules, book_ply=self.book_ply, declined=declined)


def read_table(name: str) -> list[Row]:
    """The rows of a table."""
    return [Row(**row) for row in tomllib.loads((GOLDEN / f"{name}.toml").read_text(encoding="utf-8"))["row"]]


def table_names() -> list[str]:
    """All tables."""
    return sorted(path.stem for path in GOLDEN.glob("*.toml"))


def read_moves(text: str, board: chess.Board) -> list[chess.Move]:
    """Moves in SAN; move numbers are skipped, and `3 x (Nf3 Nf6 Ng1 Ng8)` stands for three times these moves."""
    repeated = re.sub(r"(\d+) x \(([^()]*)\)", lambda found: " ".join([found[2]] * int(found[1])), text)
    moves = []
    for word in repeated.split():
        san = re.sub(r"^\d+\.+", "", word)
        if san:
            moves.append(board.push_san(san))
    return moves

"""Verdicts found by others, and what the decision makes of them."""

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import chess

from scoring.flagfall.winnability import Winnability, winnability


class Case(NamedTuple):
    """A position and whether a side can still mate by any legal moves."""

    board: chess.Board
    winner: chess.Color
    winnable: bool
    line: tuple[chess.Move, ...] = ()
    """Moves that end in mate, where some are given."""


def unfair_timeouts(shared: Path) -> Iterator[Case]:
    """Positions of games in which a flag fell and the other side could not win."""
    for line in _lines(shared / "flagfall" / "unfair-timeouts.txt.gz"):
        board = chess.Board(line.rsplit(maxsplit=1)[0])
        yield Case(board, not board.turn, False)


def lichess_verdicts(shared: Path) -> Iterator[Case]:
    """Positions of games, each asked for both sides."""
    for line in _lines(shared / "flagfall" / "lichess-verdicts.txt.gz"):
        sides, fen = line.split(maxsplit=1)
        for side, letter in ((chess.WHITE, "W"), (chess.BLACK, "B")):
            yield Case(chess.Board(fen), side, letter in sides)


def oracle(shared: Path) -> Iterator[Case]:
    """Hard positions, some with a mating line."""
    for line in _lines(shared / "flagfall" / "oracle.tsv"):
        fen, winner, verdict, *_, moves = line.split("\t")
        mating_line = tuple(map(chess.Move.from_uci, moves.split()))
        yield Case(chess.Board(fen), winner == "white", verdict == "winnable", mating_line)


def mates(board: chess.Board, winner: chess.Color, line: Iterable[chess.Move]) -> bool:
    """Whether a line is legal and ends in mate by the winner."""
    played = board.copy(stack=False)
    for move in line:
        if move not in played.legal_moves:
            return False
        played.push(move)
    return played.is_checkmate() and played.turn != winner


@dataclass
class Judged:
    """What came of deciding cases."""

    cases: int = 0
    wrong: list[str] = field(default_factory=list)
    """Positions with a wrong answer, or with a line that does not mate."""
    undecided: list[str] = field(default_factory=list)


def judged(cases: Iterable[Case], nodes: int) -> Judged:
    """Decide cases, each within a limit of nodes."""
    judged = Judged()
    for case in cases:
        found = winnability(case.board, case.winner, nodes)
        judged.cases += 1
        if found.answer == "undecided":
            judged.undecided.append(case.board.fen())
        elif not _right(case, found):
            judged.wrong.append(f"{case.board.fen()}, {chess.COLOR_NAMES[case.winner]}: {found.answer}")
    return judged


def _right(case: Case, found: Winnability) -> bool:
    if found.witness is None:
        return found.answer == "unwinnable" and not case.winnable
    return found.answer == "winnable" and case.winnable and mates(case.board, case.winner, found.witness)


def _lines(path: Path) -> Iterator[str]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return (line for line in text.decode().splitlines() if line and not line.startswith("#"))

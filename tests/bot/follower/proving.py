"""Proofs as a test wants them: who cannot mate where, and a worker that works when it is told to."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import chess

from scoring import Winnability

T = TypeVar("T")
WALLS = chess.Board("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 40")
"""Nobody can mate: no pawn and no king ever gets through."""


def cannot(winner: chess.Color) -> Winnability:
    return Winnability(winner, "unwinnable", "walled_in", 7, None, chess.BB_D4)


def can(winner: chess.Color, line: str = "") -> Winnability:
    return Winnability(winner, "winnable", "mate", 7, tuple(map(chess.Move.from_uci, line.split())))


def undecided(winner: chess.Color) -> Winnability:
    return Winnability(winner, "undecided", "budget", 7)


@dataclass
class Truth:
    """The sides that cannot mate, from a ply on; everybody else can, by `line`. Can be asked as a prover is."""

    hopeless: dict[chess.Color, int] = field(default_factory=dict)
    line: str = "a1a2"
    asked: list[tuple[int, chess.Color, int]] = field(default_factory=list)
    fails: bool = False

    def __call__(self, board: chess.Board, winner: chess.Color, nodes: int = 0) -> Winnability:
        ply = len(board.move_stack)
        self.asked.append((ply, winner, nodes))
        if self.fails:
            raise ArithmeticError("no proof today")
        return cannot(winner) if ply >= self.hopeless.get(winner, 999) else can(winner, self.line)


class ByHand:
    """A way to run calls: they wait until the test lets the next one go."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[None]] = []

    async def __call__(self, call: Callable[[], T]) -> T:
        gate = asyncio.get_running_loop().create_future()
        self.waiting.append(gate)
        await gate
        return call()

    def let_go(self) -> None:
        self.waiting.pop(0).set_result(None)


async def at_once(call: Callable[[], T]) -> T:
    """A way to run calls: in the event loop."""
    return call()

"""Losses and the trades they pair up to (RULES 3), for pawns, minors and queens each."""

from collections import deque
from typing import NamedTuple

import chess

from scoring.amounts import TRADE_WINDOW_PLIES
from scoring.facts import Played

CLASSES: dict[chess.PieceType, str] = {
    chess.PAWN: "pawn",
    chess.KNIGHT: "minor",
    chess.BISHOP: "minor",
    chess.QUEEN: "queen",
}
"""The classes within which losses are paired; rooks are not judged."""


class Loss(NamedTuple):
    """A captured unit: when, where and of which side."""

    ply: int
    square: chess.Square
    side: chess.Color
    unit: chess.PieceType


class Trade(NamedTuple):
    """Two losses of one class and of opposite sides that answer each other."""

    first: Loss
    second: Loss


class Pairing(NamedTuple):
    """One class of a game: its trades in the order of their second ply, and the losses that may still become one."""

    trades: list[Trade]
    open: list[Loss]


def pair_losses(played: Played) -> dict[str, Pairing]:
    """All trades of a game by class ("pawn", "minor", "queen")."""
    losses: dict[str, list[Loss]] = {"pawn": [], "minor": [], "queen": []}
    for ply in played.events:
        _, _, unit, square, *_ = played.facts[ply]
        if unit in CLASSES and square is not None:
            losses[CLASSES[unit]].append(Loss(ply, square, not played.mover(ply), unit))
    return {name: _pair(of_class, played.last_ply) for name, of_class in losses.items()}


def _pair(losses: list[Loss], last_ply: int) -> Pairing:
    trades: list[Trade] = []
    others = _recaptures(losses, trades)
    queue: deque[Loss] = deque()
    for loss in others:
        _drop_old(queue, loss.ply)
        if queue and queue[0].side != loss.side:
            trades.append(Trade(queue.popleft(), loss))
        else:
            queue.append(loss)
    _drop_old(queue, last_ply + 1)
    return Pairing(sorted(trades, key=lambda trade: trade.second.ply), list(queue))


def _recaptures(losses: list[Loss], trades: list[Trade]) -> list[Loss]:
    """Move every loss that is answered one ply later on its own square to the trades; what is left stays."""
    others: list[Loss] = []
    for loss in losses:
        if others and others[-1].ply == loss.ply - 1 and others[-1].square == loss.square:
            trades.append(Trade(others.pop(), loss))
        else:
            others.append(loss)
    return others


def _drop_old(queue: deque[Loss], ply: int) -> None:
    while queue and ply - queue[0].ply >= TRADE_WINDOW_PLIES:
        queue.popleft()

"""What a rule judges, and what it finds: a `Case` in, `Entry`s out."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

import chess

from scoring.facts import Played
from scoring.options import Rules
from scoring.sacrifices import Sacrifice, find_sacrifices
from scoring.trades import Pairing, Trade, pair_losses

SideName = Literal["white", "black", "both"]


class Entry(NamedTuple):
    """One line of the ledger: who gets how many hundredths by which rule, and the plies and squares that prove it.

    `values` are the other figures that the entry rests on; its words are filled with them.
    """

    rule: str
    side: SideName
    amount: int
    ply: int
    plies: tuple[int, ...] = ()
    squares: tuple[chess.Square, ...] = ()
    values: Mapping[str, int | str] = MappingProxyType({})


class Case:
    """A game under the rules: its facts, the options, the book ply B and the stakes.

    What several rules need is found once and kept.
    """

    def __init__(self, played: Played, rules: Rules, book_ply: int, stakes: Mapping[chess.Color, int]) -> None:
        """Take the facts up to the last ply N; `stakes` are in hundredths."""
        self.played = played
        self.rules = rules
        self.book_ply = book_ply
        self.stakes = stakes

    @property
    def last_ply(self) -> int:
        """The last ply of the game, N."""
        return self.played.last_ply

    @cached_property
    def pairings(self) -> dict[str, Pairing]:
        """Trades and open losses by class."""
        return pair_losses(self.played)

    @cached_property
    def sacrifices(self) -> list[Sacrifice]:
        """The sacrifices of both sides in the order in which they began."""
        return find_sacrifices(self.played, one_pawn_at_a_time=self.rules.pawn_credit == "once")

    def asymmetry(self, ply: int) -> int:
        """A of position `ply`."""
        return self.played.facts[ply].material.asymmetry


def trade_entry(rule: str, amount: int, trade: Trade, **values: int) -> Entry:
    """The entry of a trade, at the ply that completes it; trades concern both sides."""
    first, second = trade
    plies, squares = (first.ply, second.ply), (first.square, second.square)
    return Entry(rule, "both", amount, second.ply, plies, squares, values)


def side_name(side: chess.Color) -> Literal["white", "black"]:
    """The name of a side in entries and exports."""
    return "white" if side == chess.WHITE else "black"

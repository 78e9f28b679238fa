"""The query of a game export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.lichess.simulator.state import State
from bot.lichess.simulator.switches import Switches


def boolean(query: Mapping[str, str], name: str, default: bool) -> bool:
    """A switch of a query: `true`, `True` and `1` are on, any other text is off."""
    return query[name] in ("true", "True", "1") if name in query else default


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What an export contains. `evals` is accepted without effect: the simulator analyses no games."""

    moves: bool = True
    tags: bool = True
    clocks: bool = True
    evals: bool = True
    opening: bool = True
    literate: bool = False
    pgn_in_json: bool = False
    last_fen: bool = False

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> ExportOptions:
        """The options that a query names, Lichess' defaults for the others."""
        return cls(
            moves=boolean(query, "moves", True),
            tags=boolean(query, "tags", True),
            clocks=boolean(query, "clocks", True),
            evals=boolean(query, "evals", True),
            opening=boolean(query, "opening", True),
            literate=boolean(query, "literate", False),
            pgn_in_json=boolean(query, "pgnInJson", False),
            last_fen=boolean(query, "lastFen", False),
        )


def visible_plies(state: State, switches: Switches) -> int:
    """How many plies an export shows.

    While a game goes on three less than were played, but the first five at once, with or without a clock.
    """
    if not state.playable:
        return state.plies
    return min(state.plies, max(state.plies - switches.export_held_plies, 5))

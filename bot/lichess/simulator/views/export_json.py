"""A game as the export writes it in JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.state import State
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.export_options import ExportOptions, visible_plies
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.lichess.simulator.views.wire import Players, Wire, color_name, players


class OpeningObject(Wire, kw_only=True, frozen=True):
    """The opening, and the ply where it was recognised."""

    eco: str
    name: str
    ply: int


class ClockObject(Wire, kw_only=True, frozen=True):
    """The time control in seconds."""

    initial: int
    increment: int
    total_time: int


class ArenaTour(Wire, kw_only=True, frozen=True):
    """The arena of a game."""

    id: str
    name: str


class SwissTour(Wire, kw_only=True, frozen=True):
    """The Swiss tournament of a game."""

    id: str


class ExportedGame(Wire, kw_only=True, frozen=True):
    """The export. Unlike streams it gives variant and status as bare words."""

    id: str
    rated: bool
    variant: str
    speed: str
    perf: str
    created_at: int
    last_move_at: int
    status: str
    source: str
    players: Players
    initial_fen: str | None = None
    winner: str | None = None
    opening: OpeningObject | None = None
    moves: str | None = None
    clocks: list[int] | None = None
    pgn: str | None = None
    arena_tour: ArenaTour | None = None
    swiss_tour: SwissTour | None = None
    tournament: str | None = None
    swiss: str | None = None
    clock: ClockObject | None = None
    last_fen: str | None = None


def export_json(game: Game, state: State, options: ExportOptions, switches: Switches) -> bytes:
    """The export of a game in a state, delayed while the game goes on."""
    plies = visible_plies(state, switches)
    message = ExportedGame(
        id=game.id,
        rated=game.rated,
        variant=game.variant,
        speed=game.speed,
        perf=game.perf,
        created_at=game.created_ms,
        last_move_at=game.created_ms + state.last_ms,
        status=state.status.name,
        source=game.source,
        players=players(game, state, berserk=True),
        initial_fen=game.initial_fen,
        winner=color_name(state.winner),
        opening=_opening(game, options),
        moves=" ".join(position.san for position in state.positions[1 : plies + 1]) if options.moves else None,
        clocks=clocks(state, plies) if options.clocks and game.control else None,
        pgn=export_pgn(game, state, options, switches).rstrip("\n") if options.pgn_in_json else None,
        **_tour(game, switches),
        clock=clock_object(game),
        last_fen=state.positions[-1].fen if options.last_fen else None,
    )
    return msgspec.json.encode(message)


def clocks(state: State, plies: int) -> list[int]:
    """The mover's clock in centiseconds after each of the first plies.

    A game that did not end by its last move has one entry more: the clock of the side to move at the end.
    """
    entries = [_centiseconds(position.mover_ms) for position in state.positions[1 : plies + 1]]
    return entries if state.end_clock_ms is None else [*entries, _centiseconds(state.end_clock_ms)]


def _centiseconds(ms: int | None) -> int:
    return (ms or 0) // 10


def _opening(game: Game, options: ExportOptions) -> OpeningObject | None:
    opening = game.opening
    if opening is None or opening.ply is None or not options.opening:
        return None
    return OpeningObject(eco=opening.eco, name=opening.name, ply=opening.ply)


def _tour(game: Game, switches: Switches) -> dict[str, Any]:
    """The fields that name the tournament of a game."""
    arena, swiss = game.arena, game.swiss
    if switches.tour_keys == "tournament":
        return {"tournament": arena and arena.id, "swiss": swiss and swiss.id}
    return {
        "arena_tour": arena and ArenaTour(id=arena.id, name=arena.name),
        "swiss_tour": swiss and SwissTour(id=swiss.id),
    }


def clock_object(game: Game) -> ClockObject | None:
    """The time control of a game, if it has one."""
    control = game.control
    if control is None:
        return None
    return ClockObject(initial=control.initial_s, increment=control.increment_s, total_time=control.estimate_s)

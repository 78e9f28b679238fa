"""Games of PGN files as games of the Lichess simulator."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import chess

from bot.lichess.simulator import statuses
from bot.lichess.simulator.model import Event, Game, Kind, Player
from bot.lichess.simulator.pgn import PAUSE_MS, ended
from bot.pgn import PgnGame
from bot.rehearse.pace import control_of, timed_moves
from scoring import Ending

_TALK: Final = {"offer": Kind.DRAW_OFFER, "decline": Kind.DRAW_DECLINE, "withdraw": Kind.DRAW_CANCEL}
_TERMINATIONS: Final = {
    Ending.FLAG_FALL: "Time forfeit",
    Ending.CHEATING: "Rules infraction",
    Ending.ABORTED: "Abandoned",
    Ending.NO_START: "Abandoned",
    Ending.CLAIM: "Insufficient material",
    Ending.UNKNOWN: "Unknown",
}
"""Lichess' words for endings; all others are "Normal"."""


def simulated(game: PgnGame) -> Game:
    """The game as it was played, without an id and created at time 0: `Game.anew` makes it one to play.

    A game whose record knows no end goes on after its last move, without moves. Raises ValueError for a game that
    cannot be played on Lichess.
    """
    control = control_of(game)
    moves = timed_moves(game, control)
    start = game.start
    standard = start.fen() == chess.STARTING_FEN and not start.chess960
    played = Game(
        id="",
        white=_player(game, "White"),
        black=_player(game, "Black"),
        control=control,
        events=tuple(sorted([*moves, *_talk(game, moves)], key=lambda event: event.at_ms)),
        variant="standard" if standard else "chess960" if start.chess960 else "fromPosition",
        initial_fen=None if standard else start.fen(),
        rated=False,
    )
    whole = _with_end(played, game)
    _ = whole.states  # which are impossible if the game is
    return whole


def stretched(game: Game, factor: float) -> Game:
    """The same game so many times slower, with the same clocks after each move."""
    clocks_ms = iter([position.mover_ms for position in game.states[-1].positions[1:]])
    events = (
        replace(
            event,
            at_ms=round(event.at_ms * factor),
            clock_ms=next(clocks_ms, None) if event.kind is Kind.MOVE else event.clock_ms,
        )
        for event in game.events
    )
    return replace(game, events=tuple(events))


def _talk(game: PgnGame, moves: Sequence[Event]) -> Iterator[Event]:
    """An offer comes with its move; an answer halfway between that move and the next."""
    for said in game.offers:
        if not said.ply:
            continue
        at_ms = moves[said.ply - 1].at_ms
        if said.kind != "offer" and said.ply < len(moves):
            at_ms = (at_ms + moves[said.ply].at_ms) // 2
        yield Event(at_ms, _TALK[said.kind], said.side)


def _with_end(played: Game, game: PgnGame) -> Game:
    if game.finish is None:
        return played
    if game.finish.ending is Ending.LEFT:
        at_ms = played.length_ms + PAUSE_MS
        return played.extended([Event(at_ms, Kind.FINISH, game.finish.winner, status=statuses.TIMEOUT)])
    return ended(played, _TERMINATIONS.get(game.finish.ending, "Normal"), game.result)


def _player(game: PgnGame, side: str) -> Player:
    rating = game.header(f"{side}Elo")
    return Player(
        name=game.header(side),
        rating=int(rating) if re.fullmatch(r"[0-9]{1,4}", rating) else None,
        title=game.header(f"{side}Title") or None,
    )

"""What is written beside a game: by its players, by spectators, and by Lichess itself, in English."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import chess
import msgspec

from bot.lichess.simulator.model import Event, Game, Kind
from bot.lichess.simulator.state import Position, State
from bot.lichess.simulator.statuses import COLOR_NAMES
from bot.lichess.simulator.views.wire import Wire

SYSTEM = "lichess"
"""The name under which Lichess itself writes."""


@dataclass(frozen=True, slots=True)
class Said:
    """One text. Players do not see the spectators' room while they play; `stored` texts can be read later too."""

    room: str
    user: str
    text: str
    stored: bool = True


class StoredLine(Wire, kw_only=True, frozen=True):
    """A text as it is read later."""

    text: str
    user: str


def said(game: Game, before: State, after: State) -> list[Said]:
    """What is written because of one event, given the states before and after it."""
    event = after.event
    if event is None:
        return []
    if event.kind == Kind.CHAT:
        room = "spectator" if game.side_of(event.user.lower()) is None else "player"
        return [Said(room, event.user, event.text)]
    text = _system_text(before, after, event)
    volatile = event.kind in _VOLATILE
    return [Said("player", SYSTEM, text, stored=not volatile)] if text else []


def stored_chat(game: Game, states: tuple[State, ...], room: str) -> bytes:
    """What can be read of a room after the last of the states."""
    texts = [text for before, after in pairwise(states) for text in said(game, before, after)]
    lines = [StoredLine(text=text.text, user=text.user) for text in texts if text.room == room and text.stored]
    return msgspec.json.encode(lines)


_VOLATILE = {
    Kind.TAKEBACK_OFFER,
    Kind.TAKEBACK_DECLINE,
    Kind.TAKEBACK_CANCEL,
    Kind.TAKEBACK,
    Kind.MORE_TIME,
}


def _system_text(before: State, after: State, event: Event) -> str:
    """What Lichess writes; empty for most events."""
    if event.kind == Kind.MOVE:
        declined = before.standing - {before.turn}
        return f"{_word(before.turn)} declines draw" if declined else ""
    if event.kind == Kind.TAKEBACK:
        accepting = next((not side for side in before.takebacks), None)
        return "" if accepting is None else f"{_word(accepting)} accepts takeback"
    if event.kind == Kind.RESTART:
        return "Lichess has been updated! Sorry for the inconvenience."
    if event.side is None:
        return ""
    return _said_by(event.side, before, after, event)


def _said_by(side: chess.Color, before: State, after: State, event: Event) -> str:
    word = _word(side)
    match event.kind:
        case Kind.DRAW_OFFER if after.acceptance or before.threefold:
            return "Draw offer accepted" if after.acceptance else ""
        case Kind.DRAW_OFFER:
            return f"{word} offers draw"
        case Kind.DRAW_DECLINE:
            return f"{word} declines draw"
        case Kind.DRAW_CANCEL:
            return "Draw offer cancelled"
        case Kind.DRAW_ACCEPT:
            return "Draw offer accepted"
        case Kind.TAKEBACK_OFFER:
            return f"{word} proposes takeback ({_moves(after, side)})"
        case Kind.TAKEBACK_DECLINE:
            return f"{word} declines takeback"
        case Kind.TAKEBACK_CANCEL:
            return f"{word} cancels takeback"
        case Kind.MORE_TIME:
            return f"{word} + {event.amount // 1000} seconds"
        case _:
            return ""


def _moves(state: State, proposer: chess.Color) -> str:
    """The moves that a takeback would undo: the proposer's last one, and the answer to it if there is one."""
    undone = state.positions[1:][-2 if state.turn == proposer else -1 :]
    return " ".join(_numbered(position, first=index == 0) for index, position in enumerate(undone))


def _numbered(position: Position, *, first: bool) -> str:
    number = (position.ply + 1) // 2
    if position.ply % 2 == 1:
        return f"{number}.{position.san}"
    return f"{number}...{position.san}" if first else position.san


def _word(side: chess.Color) -> str:
    return COLOR_NAMES[side].capitalize()

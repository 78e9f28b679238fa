"""What the operator sees of the boards."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

import chess

from bot.boards.contact import Link
from bot.boards.games import BoardGame, BoardOutcome, Side
from bot.boards.keeping import Names
from bot.boards.placement import EMPTY, Placement, differing, turned
from bot.boards.table import Table
from bot.boards.words import said
from bot.moments import Text

State: TypeAlias = Literal["unknown", "ready", "playing", "odd", "over", "set_up"]
_EMPTY = re.compile(f"{re.escape(EMPTY)}+")


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as it stands.

    `state`: "unknown" before the first position, "ready" when all pieces stand where a game begins, "playing", "odd"
    when what stands there fits no move, "over" when the kings show a result, and "set_up" while a game is waited for.
    `stands` is what stands there as White sees it, and `position` what the game says, both as the first field of a FEN;
    None before the first position, and without a game. `differs` are the squares where the board differs from the game,
    "e4" for example: what is being moved, or what is odd. `next` are the names that the next game will have. `note`
    says in a sentence what is wrong.
    """

    serial: str
    name: str
    link: Link
    state: State
    stands: str | None
    position: str | None
    differs: tuple[str, ...]
    battery: str
    white: str
    black: str
    round: str
    next: Names
    game: str | None
    moves: tuple[str, ...]
    outcome: BoardOutcome | None
    note: Text | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a board that is remembered; `flagged` is whose flag fell."""

    id: str
    serial: str
    white: str
    black: str
    round: str
    plies: int
    outcome: BoardOutcome | None
    ending: str
    flagged: Side | None


@dataclass(frozen=True, slots=True)
class RoomView:
    """The whole room; `note` says in a sentence what is wrong with LiveChess, `notes` what is wrong with its list."""

    connected: bool
    note: Text | None
    notes: tuple[Text, ...]
    round: int
    boards: tuple[BoardView, ...]
    games: tuple[GameView, ...]


def board_view(table: Table) -> BoardView:
    """A board as the operator sees it."""
    seen, contact, names = table.seen, table.contact, table.kept.names
    shown = None if table.is_set_up else table.kept.last
    played = table.played if shown else None
    note = contact.trouble or table.complaint
    return BoardView(
        serial=table.kept.serial,
        name=table.kept.name,
        link=contact.link,
        state="ready" if table.is_ready else seen.state if seen else "unknown",
        stands=_stands(table),
        position=_fen(played.placement) if played else None,
        differs=tuple(chess.square_name(square) for square in seen.differs) if seen else (),
        battery=contact.listed.battery if contact.listed else "",
        white=shown.white if shown else names.white,
        black=shown.black if shown else names.black,
        round=shown.round if shown else names.round,
        next=names,
        game=shown.id if shown else None,
        moves=tuple(played.sans) if played else (),
        outcome=shown.outcome if shown else None,
        note=said(note) if note else None,
    )


def game_view(table: Table, game: BoardGame) -> GameView:
    """A game as the operator sees it."""
    return GameView(
        game.id,
        table.kept.serial,
        game.white,
        game.black,
        game.round,
        len(game.moves),
        game.outcome,
        game.ending if game.outcome else "",
        game.flagged,
    )


def _stands(table: Table) -> str | None:
    """What stands on a board, turned as the reader has turned it, which its odd squares tell."""
    stands, seen = table.stands, table.seen
    if stands is None or seen is None:
        return None
    other_way, game = turned(stands), table.played.placement
    is_turned = differing(stands, game) != seen.differs and differing(other_way, game) == seen.differs
    return _fen(other_way if is_turned else stands)


def _fen(placement: Placement) -> str:
    """A placement as the first field of a FEN."""
    ranks = (placement[first : first + 8] for first in range(56, -1, -8))
    return "/".join(_EMPTY.sub(lambda empty: str(len(empty[0])), rank) for rank in ranks)

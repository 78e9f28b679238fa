"""What the operator sees of the boards."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import chess

from bot.boards.games import BoardGame, BoardOutcome
from bot.boards.table import Link, Table

State: TypeAlias = Literal["unknown", "ready", "playing", "odd", "over", "set_up"]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as it stands.

    `state`: "unknown" before the first position, "ready" when all pieces stand where a game begins, "playing", "odd"
    when what stands there fits no move, "over" when the kings show a result, and "set_up" while a game is waited for.
    `differs` are the squares where the board differs from the game, "e4" for example: what is being moved, or what is
    odd. `note` says in a sentence what is wrong.
    """

    serial: str
    name: str
    link: Link
    state: State
    differs: tuple[str, ...]
    battery: str
    source: str
    white: str
    black: str
    round: str
    game: str | None
    moves: tuple[str, ...]
    outcome: BoardOutcome | None
    note: str


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of a board that is remembered; `last` is whether no other one was begun there since."""

    id: str
    serial: str
    white: str
    black: str
    round: str
    plies: int
    outcome: BoardOutcome | None
    ending: str
    last: bool


@dataclass(frozen=True, slots=True)
class RoomView:
    """The whole room; `note` says in a sentence what is wrong with LiveChess, `notes` what is wrong with its list."""

    connected: bool
    note: str
    notes: tuple[str, ...]
    round: int
    boards: tuple[BoardView, ...]
    games: tuple[GameView, ...]


def board_view(table: Table) -> BoardView:
    """A board as the operator sees it."""
    seen, game, listed = table.seen, table.game, table.listed
    ready = seen is not None and game is not None and seen.game != game.number
    shown = None if ready else game
    names = table.kept.names
    return BoardView(
        serial=table.serial,
        name=table.name,
        link=table.link,
        state="ready" if table.is_ready else seen.state if seen else "unknown",
        differs=tuple(chess.square_name(square) for square in seen.differs) if seen else (),
        battery=listed.battery if listed else "",
        source=listed.source if listed else "",
        white=shown.white if shown else names.white,
        black=shown.black if shown else names.black,
        round=shown.round if shown else names.round,
        game=shown.id if shown else None,
        moves=tuple(shown.sans()) if shown else (),
        outcome=shown.outcome if shown else None,
        note=table.trouble or table.complaint,
    )


def game_view(table: Table, game: BoardGame) -> GameView:
    """A game as the operator sees it."""
    return GameView(
        game.id,
        table.serial,
        game.white,
        game.black,
        game.round,
        len(game.moves),
        game.outcome,
        game.ending if game.outcome else "",
        game is table.game,
    )

"""The electronic boards as the operator's desk sees and moves them."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

import msgspec

from bot.boards.games import BoardEnding, BoardOutcome, read_sans
from bot.boards.room import Room
from bot.boards.view import BoardView, GameView
from bot.program.room_state import own_name, room_state
from overlay import state as wire
from overlay.desk import actions
from overlay.desk.refused import Refused

_LONGEST_WORD = 12
Undo = Callable[[], None]
T = TypeVar("T")


class LiveRooms:
    """Shows a room to the operator, and carries out what the operator does there; see `overlay.desk.live.Rooms`."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def state(self) -> wire.Room:
        """How the boards stand."""
        return room_state(self._room.view())

    def carry_out(self, action: actions.AtBoards) -> Undo:
        """Do something, and say how it is taken back; raises `Refused`."""
        control = self._room.control
        match action:
            case actions.NamePlayers(serial, white, black, round_name):
                board = self._board(serial)
                control.name_players(serial, white, black, round_name)
                return partial(control.name_players, serial, board.next.white, board.next.black, board.next.round)
            case actions.NameBoard(serial, name):
                board = self._board(serial)
                control.name_board(serial, name)
                return partial(control.name_board, serial, own_name(board))
            case actions.NameGame(game_id, white, black, round_name):
                game = self._game(game_id)
                control.name_game(game_id, white, black, round_name)
                return partial(control.name_game, game_id, game.white, game.black, game.round)
            case actions.Round(number):
                return control.begin_round(number)
            case actions.End(game_id, outcome, ending, flagged):
                return self._end(game_id, outcome, ending, flagged)
            case actions.Reopen(game_id):
                return self._reopen(game_id)
            case actions.Correct(game_id, ply, moves):
                return self._correct(game_id, ply, moves)
            case actions.NewGame(serial, moves):
                self._board(serial)
                with _legal_moves(sans := moves.split()):
                    control.new_game(serial, sans)
                return _never
            case actions.Turn(serial):
                self._board(serial)
                control.turn(serial)
                return partial(control.turn, serial)

    def _end(self, game_id: str, outcome: BoardOutcome, ending: BoardEnding, flagged: wire.Side | None) -> Undo:
        before = self._game(game_id)
        try:
            self._room.control.end(game_id, outcome, ending, flagged)
        except ValueError:
            raise Refused("refused_end") from None
        return self._back_to(before)

    def _reopen(self, game_id: str) -> Undo:
        before = self._game(game_id)
        if before.outcome is None:
            raise Refused("refused_reopen")
        try:
            self._room.control.reopen(game_id)
        except ValueError:
            raise Refused("refused_reopen") from None
        return self._back_to(before)

    def _back_to(self, before: GameView) -> Undo:
        """Give a game the end again that it had."""
        if before.outcome is None:
            return partial(self._room.control.reopen, before.id)
        ending = msgspec.convert(before.ending, type=BoardEnding)
        return partial(self._room.control.end, before.id, before.outcome, ending, before.flagged)

    def _correct(self, game_id: str, ply: int, moves: str) -> Undo:
        before = self._moves(game_id)
        if before is None or ply > len(before):
            raise Refused("refused_unknown")
        game, sans = self._game(game_id), [*before[:ply], *moves.split()]
        with _legal_moves(sans):
            self._room.control.correct(game_id, sans)
        after = self._moves(game_id)

        def undo() -> None:
            if self._moves(game_id) != after:
                raise ValueError("more has been played since")
            self._room.control.correct(game_id, before)
            if self._game(game_id).outcome != game.outcome:
                self._back_to(game)()

        return undo

    def _moves(self, game_id: str) -> tuple[str, ...] | None:
        """The moves of a game that stands on a board; None if it does not."""
        return next((board.moves for board in self._room.view().boards if board.game == game_id), None)

    def _board(self, serial: str) -> BoardView:
        return _known(board for board in self._room.view().boards if board.serial == serial)

    def _game(self, game_id: str) -> GameView:
        return _known(game for game in self._room.view().games if game.id == game_id)


def _known(found: Iterator[T]) -> T:
    """The one that was found; raises `Refused` if there is none."""
    for one in found:
        return one
    raise Refused("refused_unknown")


def _never() -> None:
    raise ValueError("a game that has begun is there for good")


@contextmanager
def _legal_moves(sans: Sequence[str]) -> Iterator[None]:
    """The operator is told which of the moves is not legal."""
    try:
        yield
    except ValueError:
        raise Refused(f"refused_move:{_first_bad(sans)[:_LONGEST_WORD]}") from None


def _first_bad(sans: Sequence[str]) -> str:
    """The first move that is not legal, or one too many."""
    return sans[bisect_left(range(len(sans)), True, key=lambda last: not _legal(sans[: last + 1]))]


def _legal(sans: Sequence[str]) -> bool:
    try:
        read_sans(sans)
    except ValueError:
        return False
    return True

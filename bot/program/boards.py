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
from bot.moments import Text
from overlay import state as wire
from overlay.desk import actions
from overlay.desk.desk import Refused

SHOWN_BOARDS = 64
SHOWN_MOVES = 12
SHOWN_GAMES = 3
_LONGEST_WORD = 12
Undo = Callable[[], None]
T = TypeVar("T")


class LiveRooms:
    """Shows a room to the operator, and carries out what the operator does there; see `overlay.desk.live.Rooms`."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def state(self) -> wire.Room:
        """How the boards stand."""
        view = self._room.view()
        latest: dict[str, list[GameView]] = {}
        for game in reversed(view.games):
            latest.setdefault(game.serial, []).append(game)
        return wire.Room(
            connected=view.connected,
            round=view.round,
            boards=tuple(_board(board, latest.get(board.serial, ())) for board in view.boards[:SHOWN_BOARDS]),
            more=max(0, len(view.boards) - SHOWN_BOARDS),
            note=_text(view.note) if view.note else None,
            notes=tuple(_text(note) for note in view.notes),
        )

    def carry_out(self, action: actions.AtBoards) -> Undo:
        """Do something, and say how it is taken back; raises `Refused`."""
        room = self._room
        match action:
            case actions.NamePlayers(serial, white, black, round_name):
                board = self._board(serial)
                room.name_players(serial, white, black, round_name)
                return partial(room.name_players, serial, board.next.white, board.next.black, board.next.round)
            case actions.NameBoard(serial, name):
                board = self._board(serial)
                room.name_board(serial, name)
                return partial(room.name_board, serial, _own_name(board))
            case actions.NameGame(game_id, white, black, round_name):
                game = self._game(game_id)
                room.name_game(game_id, white, black, round_name)
                return partial(room.name_game, game_id, game.white, game.black, game.round)
            case actions.Round(number):
                return room.begin_round(number)
            case actions.End(game_id, outcome, ending, flagged):
                return self._end(game_id, outcome, ending, flagged)
            case actions.Reopen(game_id):
                return self._reopen(game_id)
            case actions.Correct(game_id, ply, moves):
                return self._correct(game_id, ply, moves)
            case actions.NewGame(serial, moves):
                self._board(serial)
                with _legal_moves(sans := moves.split()):
                    room.new_game(serial, sans)
                return _never
            case actions.Turn(serial):
                self._board(serial)
                room.turn(serial)
                return partial(room.turn, serial)

    def _end(self, game_id: str, outcome: BoardOutcome, ending: BoardEnding, flagged: wire.Side | None) -> Undo:
        before = self._game(game_id)
        try:
            self._room.end(game_id, outcome, ending, flagged)
        except ValueError:
            raise Refused("refused_end") from None
        return self._back_to(before)

    def _reopen(self, game_id: str) -> Undo:
        before = self._game(game_id)
        if before.outcome is None:
            raise Refused("refused_reopen")
        try:
            self._room.reopen(game_id)
        except ValueError:
            raise Refused("refused_reopen") from None
        return self._back_to(before)

    def _back_to(self, before: GameView) -> Undo:
        """Give a game the end again that it had."""
        if before.outcome is None:
            return partial(self._room.reopen, before.id)
        ending = msgspec.convert(before.ending, type=BoardEnding)
        return partial(self._room.end, before.id, before.outcome, ending, before.flagged)

    def _correct(self, game_id: str, ply: int, moves: str) -> Undo:
        before = self._moves(game_id)
        if before is None or ply > len(before):
            raise Refused("refused_unknown")
        game, sans = self._game(game_id), [*before[:ply], *moves.split()]
        with _legal_moves(sans):
            self._room.correct(game_id, sans)
        after = self._moves(game_id)

        def undo() -> None:
            if self._moves(game_id) != after:
                raise ValueError("more has been played since")
            self._room.correct(game_id, before)
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


def _board(board: BoardView, games: Sequence[GameView]) -> wire.RoomBoard:
    white, black = _named(board, board.name)
    return wire.RoomBoard(
        serial=board.serial,
        name=_own_name(board),
        link=board.link,
        state=board.state,
        white=white,
        black=black,
        round=board.round,
        next=wire.RoomNames(board.next.white, board.next.black, board.next.round),
        stands=board.stands,
        differs=board.differs,
        position=board.position if board.state == "odd" and not board.outcome else None,
        battery=board.battery,
        game=board.game,
        moves=board.moves[-SHOWN_MOVES:],
        games=tuple(_game(game, board.name) for game in games[:SHOWN_GAMES]),
        note=_text(board.note) if board.note else None,
    )


def _game(game: GameView, name: str) -> wire.RoomGame:
    white, black = _named(game, name)
    return wire.RoomGame(game.id, white, black, game.round, game.plies, game.outcome, game.ending)


def _own_name(board: BoardView) -> str:
    """What the board is called; "" if nobody has named it."""
    return "" if board.name == f"Board {board.serial}" else board.name


def _named(named: BoardView | GameView, board: str) -> tuple[str, str]:
    """Who plays; "" for a player whom nobody has named, who is called after the board."""
    white = "" if named.white == f"{board} (White)" else named.white
    return white, "" if named.black == f"{board} (Black)" else named.black


def _text(text: Text) -> wire.Text:
    return wire.Text(text.de, text.en)


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

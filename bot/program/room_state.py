"""The electronic boards as the operator sees them."""

from collections.abc import Sequence

from bot.boards.view import BoardView, GameView, RoomView
from bot.moments import Text
from overlay import state as wire

SHOWN_BOARDS = 64
SHOWN_MOVES = 12
SHOWN_GAMES = 3


def room_state(view: RoomView) -> wire.Room:
    """A room as it is told to pages."""
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


def _board(board: BoardView, games: Sequence[GameView]) -> wire.RoomBoard:
    white, black = _named(board, board.name)
    return wire.RoomBoard(
        serial=board.serial,
        name=own_name(board),
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


def own_name(board: BoardView) -> str:
    """What the board is called; "" if nobody has named it."""
    return "" if board.name == f"Board {board.serial}" else board.name


def _named(named: BoardView | GameView, board: str) -> tuple[str, str]:
    """Who plays; "" for a player whom nobody has named, who is called after the board."""
    white = "" if named.white == f"{board} (White)" else named.white
    return white, "" if named.black == f"{board} (Black)" else named.black


def _text(text: Text) -> wire.Text:
    return wire.Text(text.de, text.en)

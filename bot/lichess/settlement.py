"""The record of a game after its end, which settles result, clocks and draw offers."""

import io
from dataclasses import dataclass

import chess

from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.statuses import finish_of
from bot.lichess.wire import ExportedGame
from bot.pgn import PgnGame, read_pgn
from bot.updates import Clocks
from scoring import Finish, OfferEvent


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game as the export tells it."""

    moves: tuple[chess.Move, ...]
    clocks: Clocks
    offers: tuple[OfferEvent, ...]
    finish: Finish


async def fetch_record(client: LichessClient, game_id: str) -> Record:
    """Get the record. Raises `LichessError` while the export does not know yet that the game has ended."""
    game = await client.export(game_id)
    finish = finish_of(game.status, game.winner)
    if finish is None:
        raise LichessError("the record does not show the end of the game yet")
    start = _start(game)
    moves = _moves(game, start)
    offers = draw_offers(await client.literate_pgn(game_id)) if moves else ()
    return Record(moves, _last_clocks(game, start.turn, len(moves)), offers, finish)


def draw_offers(literate_pgn: str) -> tuple[OfferEvent, ...]:
    """The draw offers that a literate PGN tells in the comments of the moves."""
    game = next(read_pgn(io.BytesIO(literate_pgn.encode()), "record"), None)
    return game.offers if isinstance(game, PgnGame) else ()


def _start(game: ExportedGame) -> chess.Board:
    try:
        return chess.Board(game.initial_fen or chess.STARTING_FEN, chess960=game.variant == "chess960")
    except ValueError as error:
        raise LichessError(f"the record has a start position that is not one: {error}") from error


def _moves(game: ExportedGame, start: chess.Board) -> tuple[chess.Move, ...]:
    board = start.copy(stack=False)
    try:
        for san in game.moves.split():
            board.push_san(san)
    except ValueError as error:
        raise LichessError(f"the record has an illegal move: {error}") from error
    return tuple(board.move_stack)


def _last_clocks(game: ExportedGame, first_mover: chess.Color, plies: int) -> Clocks:
    """The clocks at the end; `clocks[i]` belongs to the mover of ply i + 1, one more to the side that was to move."""
    last: dict[chess.Color, int] = {}
    for index, centiseconds in enumerate(game.clocks[: plies + 1]):
        last[first_mover if index % 2 == 0 else not first_mover] = centiseconds * 10
    return Clocks(last.get(chess.WHITE), last.get(chess.BLACK))

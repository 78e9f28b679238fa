"""One record of the export as an update: a running game, one that has just ended, or a settled one."""

import io
from dataclasses import replace

import chess

from bot.lichess.draw_talk import completed
from bot.lichess.errors import LichessError
from bot.lichess.limits import PLIES_BEHIND
from bot.lichess.statuses import RUNNING, finish_of
from bot.lichess.variants import VARIANTS, start_position
from bot.lichess.wire import ExportedGame, player
from bot.pgn import PgnGame, read_pgn
from bot.pgn.talk import with_talk
from bot.updates import Clocks, GameInfo, GameUpdate, Happening
from scoring import OfferEvent


class RecordReader:
    """Reads the records of one game, one after the other; moves that were read before are not read again."""

    def __init__(self, game_id: str, url: str) -> None:
        """Take the game's id and the address where people see it."""
        self._id = game_id
        self._url = url
        self._sans: list[str] = []
        self._moves: tuple[chess.Move, ...] = ()
        self._board: chess.Board | None = None

    def read(self, game: ExportedGame) -> GameUpdate:
        """The update; raises `LichessError` for a record that cannot be.

        A game that is over is SETTLED or VOID when the record has its PGN, else ENDED.
        """
        try:
            start = start_position(game.variant, game.initial_fen)
        except ValueError as error:
            raise LichessError(f"the record has a start position that is not one: {error}") from error
        white, black = player(game.players.white), player(game.players.black)
        info = GameInfo(white, black, game.variant, game.speed, start, self._url, began_ms=game.created_at)
        if game.variant not in VARIANTS:
            reason = f"the variant {game.variant} is not scored"
            return GameUpdate(self._id, Happening.VARIANT, info, reason=reason)
        moves = self._read_moves(start, game.moves.split())
        update = GameUpdate(self._id, Happening.MOVED, info, moves, _last_clocks(game, start.turn, len(moves)))
        if game.status in RUNNING:
            return replace(update, plies_behind=PLIES_BEHIND)
        finish = finish_of(game.status, game.winner)
        if game.pgn:
            return _settled(replace(update, finish=finish), game.pgn)
        return replace(update, happening=Happening.ENDED, finish=finish)

    def _read_moves(self, start: chess.Board, sans: list[str]) -> tuple[chess.Move, ...]:
        if self._board is None or sans[: len(self._sans)] != self._sans:
            self._sans, self._moves, self._board = [], (), start.copy(stack=False)
        board = self._board.copy(stack=False)
        try:
            new = [board.push_san(san) for san in sans[len(self._sans) :]]
        except ValueError as error:
            raise LichessError(f"the record has an illegal move: {error}") from error
        if not all(new):
            raise LichessError("the record has an illegal move: one that moves nothing")
        board.clear_stack()
        self._sans, self._moves, self._board = sans, (*self._moves, *new), board
        return self._moves


def with_heard_talk(update: GameUpdate, heard: tuple[OfferEvent, ...]) -> GameUpdate:
    """A settled own game with what its players said: the record tells offers, and none of the answers."""
    offers = completed(heard, update.offers or ())
    if offers == update.offers:
        return update
    record = with_talk(update.record, offers)
    return replace(update, offers=offers, record=record)


def _settled(update: GameUpdate, pgn: str) -> GameUpdate:
    """The update by the complete record: the same reading of it as any PGN file gets, so that both score the same."""
    game = next(read_pgn(io.BytesIO(pgn.encode(errors="replace")), f"{update.id}.pgn"), None)
    if not isinstance(game, PgnGame):
        raise LichessError(f"the record cannot be read: {game.reason if game else 'it is empty'}")
    if game.moves != update.moves:
        raise LichessError("the record contradicts itself")
    finish = game.finish or update.finish
    assert finish
    return replace(
        update,
        happening=Happening.VOID if finish.outcome == "void" else Happening.SETTLED,
        offers=game.offers,
        finish=finish,
        flagged=game.flagged,
        record=pgn,
    )


def _last_clocks(game: ExportedGame, first_mover: chess.Color, plies: int) -> Clocks:
    """The clocks at the end; `clocks[i]` belongs to the mover of ply i + 1, one more to the side that was to move."""
    last: dict[chess.Color, int] = {}
    for index, centiseconds in list(enumerate(game.clocks[: plies + 1]))[-2:]:
        last[first_mover if index % 2 == 0 else not first_mover] = centiseconds * 10
    return Clocks(last.get(chess.WHITE), last.get(chess.BLACK))

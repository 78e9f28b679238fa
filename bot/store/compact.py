"""Updates as rows: each says what is new since the update of the game before it, and the rows give it back exactly."""

import json

import chess
import msgspec

from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Player
from scoring import Finish, OfferEvent


class _Info(msgspec.Struct, omit_defaults=True):
    white: Player
    black: Player
    variant: str
    speed: str
    start: str
    chess960: bool = False
    url: str | None = None
    round: str = ""
    began_ms: int | None = None


class _Payload(msgspec.Struct, omit_defaults=True):
    """The names are short, for there are many of them; sides are those of python-chess, true is White."""

    keep: int = 0
    """How many moves of the update before still hold."""
    new: str = ""
    """The moves after them, as UCI."""
    clocks: Clocks | None = None
    behind: int = 0
    offers: tuple[OfferEvent, ...] | None = None
    finish: Finish | None = None
    flagged: bool | None = None
    reason: str = ""
    record: str = ""
    info: _Info | None = None
    """None: as before."""


class RowError(ValueError):
    """A row does not fit to those before it, or cannot be read."""


def compact(update: GameUpdate, before: GameUpdate | None) -> str:
    """The payload of an update that follows another one of the same game, or none."""
    known = () if before is None else before.moves
    keep = _common(known, update.moves)
    payload = _Payload(
        keep=keep,
        new=" ".join(move.uci() for move in update.moves[keep:]),
        clocks=None if update.clocks == Clocks() else update.clocks,
        behind=update.plies_behind,
        offers=update.offers,
        finish=update.finish,
        flagged=update.flagged,
        reason=update.reason,
        record=update.record,
        info=None if before is not None and before.info == update.info else _info(update.info),
    )
    return json.dumps(msgspec.to_builtins(payload), ensure_ascii=False, separators=(",", ":"))


def unfold(game_id: str, happening: str, payload: str, before: GameUpdate | None) -> GameUpdate:
    """The update that a row stands for, from the one before it. Raises `RowError`."""
    try:
        row = msgspec.convert(json.loads(payload), _Payload)
        kept = () if before is None else before.moves[: row.keep]
        if len(kept) != row.keep:
            raise RowError(f"{row.keep} moves should be known already, not {len(kept)}")
        return GameUpdate(
            id=game_id,
            happening=Happening(happening),
            info=_info_of(row.info, before),
            moves=kept + tuple(chess.Move.from_uci(uci) for uci in row.new.split()),
            clocks=row.clocks or Clocks(),
            plies_behind=row.behind,
            offers=row.offers,
            finish=row.finish,
            flagged=row.flagged,
            reason=row.reason,
            record=row.record,
        )
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise RowError(f"an update of the game {game_id} cannot be read: {error}") from error


def _common(known: tuple[chess.Move, ...], moves: tuple[chess.Move, ...]) -> int:
    """How many moves two games have in common from the start."""
    if moves[: len(known)] == known:
        return len(known)
    return next((ply for ply, pair in enumerate(zip(known, moves, strict=False)) if pair[0] != pair[1]), len(moves))


def _info(info: GameInfo) -> _Info:
    start = info.start
    return _Info(
        info.white,
        info.black,
        info.variant,
        info.speed,
        start.fen(en_passant="fen"),
        start.chess960,
        info.url,
        info.round,
        info.began_ms,
    )


def _info_of(row: _Info | None, before: GameUpdate | None) -> GameInfo:
    if row is not None:
        start = chess.Board(row.start, chess960=row.chess960)
        return GameInfo(row.white, row.black, row.variant, row.speed, start, row.url, row.round, row.began_ms)
    if before is None:
        raise RowError("nothing is known of the game before it")
    return before.info

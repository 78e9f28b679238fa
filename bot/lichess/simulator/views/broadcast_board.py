"""A board of a broadcast round in JSON."""

from __future__ import annotations

import re
from typing import Final

import chess

from bot.lichess.simulator.broadcasts import Chapter, Round, Version
from bot.lichess.simulator.views.wire import Wire

_RESULTS: Final = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "½-½"}


class BoardPlayer(Wire, kw_only=True, frozen=True):
    """A player; the clock in centiseconds as it stood after his last move."""

    name: str
    title: str | None = None
    rating: int | None = None
    fide_id: int | None = None
    fed: str | None = None
    clock: int | None = None


class BoardObject(Wire, kw_only=True, frozen=True):
    """A board; `think_time` are the seconds since the last move."""

    id: str
    name: str
    fen: str
    players: list[BoardPlayer]
    last_move: str | None = None
    check: str | None = None
    think_time: int | None = None
    status: str


def board_object(relayed: Round, chapter: Chapter, version: Version, now_ms: int) -> BoardObject:
    """A board as it is now."""
    board = version.start()
    for move in version.moves:
        board.push_uci(move.uci)
    white, black = (_player(version, side) for side in (chess.WHITE, chess.BLACK))
    ongoing = version.result == "*"
    return BoardObject(
        id=chapter.id,
        name=f"{white.name} - {black.name}",
        fen=board.fen(),
        players=[white, black],
        last_move=version.moves[-1].uci if version.moves else None,
        check="#" if board.is_checkmate() else "+" if board.is_check() else None,
        think_time=_think_time(relayed, chapter, version, now_ms) if ongoing else None,
        status=_RESULTS.get(version.result, "*"),
    )


def _player(version: Version, side: chess.Color) -> BoardPlayer:
    word = "White" if side == chess.WHITE else "Black"
    tags = version.tags
    clock_s = _clock(version, side)
    return BoardPlayer(
        name=tags.get(word, "?"),
        title=tags.get(f"{word}Title"),
        rating=_integer(tags.get(f"{word}Elo", "")),
        fide_id=_integer(tags.get(f"{word}FideId", "")),
        fed=tags.get(f"{word}Fed"),
        clock=None if clock_s is None else clock_s * 100,
    )


def _clock(version: Version, side: chess.Color) -> int | None:
    """The last known clock of a side; a move without one leaves the clock as it was."""
    first = 0 if version.start().turn == side else 1
    return next((move.clock_s for move in version.moves[first::2][::-1] if move.clock_s is not None), None)


def _think_time(relayed: Round, chapter: Chapter, version: Version, now_ms: int) -> int | None:
    """The seconds since the moves became what they are."""
    made_ms = None
    for earlier in chapter.versions[: chapter.versions_by(now_ms - relayed.starts_ms)][::-1]:
        if [move.uci for move in earlier.moves] != [move.uci for move in version.moves]:
            break
        made_ms = earlier.at_ms
    return None if made_ms is None else (now_ms - relayed.starts_ms - made_ms) // 1000


def _integer(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else None

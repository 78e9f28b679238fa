"""A game whose record is still being written: what can be read of it counts, as far as it is chess."""

from bisect import bisect_left
from typing import NamedTuple

import chess

from bot.pgn.comments import clock_cs
from bot.pgn.model import BrokenGameError, PgnGame, ProblemError
from bot.pgn.movetext import TOKEN, read_moves
from bot.pgn.parse import parse_game
from bot.pgn.split import MAX_GAME_BYTES, RawGame
from bot.pgn.start import start_board
from bot.pgn.tags import decode, read_tags

LONGEST_CLOCK_CS = 1000 * 3600 * 100
"""No clock shows more: what says so is nonsense."""


class LiveGame(NamedTuple):
    """A game as far as its text can be read, and why not farther, in a sentence without capital; "" if it can."""

    game: PgnGame
    trouble: str


def read_live(text: bytes) -> LiveGame:
    """Read one game. Where it breaks, by an illegal move or in the middle of a comment, its legal beginning counts.

    Raises `UnscoredGameError` for a variant that is not chess, and `BrokenGameError` where there is no beginning: tags
    or a start position that cannot be read, no game at all, too much text.
    """
    if len(text) > MAX_GAME_BYTES:
        raise BrokenGameError(f"it is longer than {MAX_GAME_BYTES >> 20} MiB")
    whole = parse_game(_raw(text), "")
    if isinstance(whole, PgnGame):
        return LiveGame(whole, "")
    decoded = decode(text)
    tags, moves = read_tags(decoded)
    legal = moves[: _legal_length(moves, start_board(tags))]
    beginning = parse_game(_raw((decoded.removesuffix(moves) + legal).encode()), "")
    if isinstance(beginning, PgnGame):
        return LiveGame(beginning, whole.reason)
    raise BrokenGameError(beginning.reason)


def last_clocks_ms(game: PgnGame) -> dict[chess.Color, int]:
    """The last clock that the record names for each side, in milliseconds; a side without any is left out."""
    clocks: dict[chess.Color, int] = {}
    mover = game.start.turn
    for ply in range(1, len(game.moves) + 1):
        clock = _clock_cs(game.comments.get(ply, ()))
        if clock is not None:
            clocks[mover] = clock * 10
        mover = not mover
    return clocks


def _clock_cs(comments: tuple[str, ...]) -> int | None:
    try:
        clock = clock_cs(comments)
    except ValueError:  # a number of thousands of digits
        return None
    return clock if clock is None or clock <= LONGEST_CLOCK_CS else None


def _raw(text: bytes) -> RawGame:
    return RawGame(1, text, len(text))


def _legal_length(moves: str, start: chess.Board) -> int:
    """How much of a main line can be played, in characters: every longer piece that ends outside variations breaks."""
    ends = _main_line_ends(moves)
    broken = bisect_left(ends, True, key=lambda end: not _is_legal(moves[:end], start))
    return ends[broken - 1] if broken else 0


def _main_line_ends(moves: str) -> list[int]:
    """Where the words of the main line end; those of variations are passed over."""
    ends: list[int] = []
    depth = 0
    for token in TOKEN.finditer(moves):
        depth = max(0, depth + (token.lastgroup == "open") - (token.lastgroup == "close"))
        if not depth:
            ends.append(token.end())
    return ends


def _is_legal(moves: str, start: chess.Board) -> bool:
    try:
        read_moves(moves, start)
    except ProblemError:
        return False
    return True

"""What the reader of a board says, written down in a game: moves, clocks, and the end that the board tells."""

from collections.abc import Sequence

import chess
import msgspec

from bot.boards.games import BoardGame, BoardOutcome, ended_on_the_board
from bot.boards.livechess.clocks import ClockReading
from bot.boards.meaning import STAND_MS
from bot.boards.seen import Seen

SECOND_THOUGHTS_MS = 10_000
"""For so long an end that the board told may still be taken back at the board: a mate by a slip of the hand."""


def write_down(
    game: BoardGame, seen: Seen, clock: ClockReading | None, now_ms: int, *, regretted: bool = False
) -> bool:
    """Write down what was seen; whether the game is another than before.

    What comes after its end is not written down: they look at it together. It is `regretted` if the kings that showed a
    result went back to their places; then the game goes on, unless the operator has ended it.
    """
    before = msgspec.structs.replace(game)
    if regretted and game.by_itself and now_ms - game.ended_ms <= SECOND_THOUGHTS_MS + STAND_MS:
        _end(game, ended_on_the_board(game.position()), now_ms)
    if game.over and not (game.by_itself and now_ms - game.ended_ms < SECOND_THOUGHTS_MS):
        return False
    if [move.uci() for move in seen.moves] != game.moves:
        if not game.moves:
            game.began_ms = now_ms
        _read_clocks(game, set_moves(game, seen.moves), clock)
        _end(game, ended_on_the_board(game.position()) or seen.result, now_ms)
    elif seen.result not in (None, game.outcome):
        _end(game, ended_on_the_board(game.position()) or seen.result, now_ms)
    _correct_clock(game, clock)
    return game != before


def set_moves(game: BoardGame, moves: Sequence[chess.Move]) -> int:
    """Set the moves of a game; clocks stay for those that it had, and their number is given."""
    ucis = [move.uci() for move in moves]
    same = next((ply for ply, pair in enumerate(zip(ucis, game.moves, strict=False)) if pair[0] != pair[1]), None)
    common = min(len(ucis), len(game.moves)) if same is None else same
    game.clocks_ms = [*game.clocks_ms[:common], *[None] * (len(ucis) - common)]
    game.moves = ucis
    return common


def rewrite(game: BoardGame, moves: Sequence[chess.Move], now_ms: int) -> None:
    """Set the moves as somebody corrects them; an end that rested on those before does not stay."""
    rested = ended_on_the_board(game.position()) is not None
    set_moves(game, moves)
    outcome = ended_on_the_board(game.position())
    if outcome or rested:
        _end(game, outcome, now_ms)
    game.by_itself = False


def _end(game: BoardGame, outcome: BoardOutcome | None, now_ms: int) -> None:
    """Let a game end by itself, or go on."""
    if outcome != game.outcome:
        game.outcome, game.by_itself, game.ended_ms = outcome, outcome is not None, now_ms
        game.ending = "draw" if outcome == "draw" else "unknown"


def _read_clocks(game: BoardGame, known: int, clock: ClockReading | None) -> None:
    """Note both clocks at the last move of each side, if that is new."""
    if clock:
        new = range(max(known, len(game.moves) - 2), len(game.moves))
        game.clocks_ms = [*game.clocks_ms[: new.start], *(clock.of(ply % 2 == 0) for ply in new)]


def _correct_clock(game: BoardGame, clock: ClockReading | None) -> None:
    """The mover's clock counts as it stands once the other one runs."""
    mover = len(game.moves) % 2 == 1
    if clock and game.moves and clock.running == (not mover) and (shown_ms := clock.of(mover)) is not None:
        game.clocks_ms = [*game.clocks_ms[:-1], shown_ms]

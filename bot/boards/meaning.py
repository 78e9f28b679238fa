"""What an arrangement of the pieces means for the game, if it stays."""

from dataclasses import dataclass
from typing import Final

import chess

from bot.boards.kings import is_part_of_result, shown_result
from bot.boards.lost import Line, hidden_move, lost_moves, two_moves
from bot.boards.placement import Placement, turned
from bot.boards.position import Position
from bot.boards.record import Record
from scoring import Outcome

SETTLE_MS: Final = 400
"""How long a move has to stand that could still be a part of another one."""
STAND_MS: Final = 1_000
"""How long an arrangement has to stand that is no next move."""
BEFORE_MS: Final = 3_000
"""How long anything but the start position has to stand where a game has not begun."""
EXCHANGE_MS: Final = 3_000
"""How long pieces have to be missing before they were exchanged, and not lifted."""
KINGS_MS: Final = 5_000
"""Within which time before a result a king's move to the centre belonged to the result."""
REGRET_MS: Final = 10_000
"""Within which time a result is taken back by putting the kings back; later the players look at the game together."""
_BACK: Final = 4
"""How many plies are taken back at most in one go."""
_SHORT: Final = 2
"""The start position after so many plies or fewer is a takeback, and after more the next game."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the game would be.

    Attributes:
        moves: All its moves.
        wait_ms: How long the arrangement has to stand before that is certain; 0: it is certain.
        begins: Whether it is the next game.
        turns: Whether the board stands the other way round.
        result: What the kings show.
    """

    moves: Line
    wait_ms: int
    begins: bool = False
    turns: bool = False
    result: Outcome | None = None

    def applied_to(self, record: Record) -> Record:
        """The game if that is what is meant."""
        return (Record(record.positions[:1]) if self.begins else record).with_moves(self.moves)


def meaning(
    record: Record, seen: Placement, *, shown: chess.Move | None, over: bool, moved_ms_ago: int
) -> Meaning | None:
    """What an arrangement means that is not the game's position; None if it means nothing yet.

    Args:
        record: The game so far.
        seen: What stands on the board.
        shown: The next move that was last on the board, if only for a moment.
        over: Whether it has a result, so that hardly anything but the next game can follow.
        moved_ms_ago: When its last move was made, or the result shown.
    """
    if over:
        is_put_back = seen == record.last.placement and moved_ms_ago <= REGRET_MS
        return Meaning(record.moves, STAND_MS) if is_put_back else _next_game(record, seen)
    way = record.last.ends.get(seen)
    if way:
        wait_ms = 0 if record.last.is_certain(way, seen) else SETTLE_MS
        return Meaning((*record.moves, way.move), wait_ms)
    result = shown_result(seen)
    if result:
        return Meaning(_without_shown(record, seen, moved_ms_ago), STAND_MS, result=result)
    begins = _next_game(record, seen) if len(record.moves) > _SHORT else None
    if begins and not begins.moves:
        return begins
    if turned(seen) == record.last.placement:
        return Meaning(record.moves, 0, turns=True)
    replaced = _taken_back(record, seen, 1)
    if replaced:
        return replaced
    several = _several(record, seen, shown)
    return begins if not several else several[0] if len(several) == 1 else None


def late_meaning(record: Record, seen: Placement, shown: chess.Move | None) -> Meaning | None:
    """What an arrangement without a meaning means when it has stood: moves that no message told."""
    moves = None if _several(record, seen, shown) else lost_moves(record.last, seen)
    return Meaning((*record.moves, *moves), 0) if moves else None


def _next_game(record: Record, seen: Placement) -> Meaning | None:
    start = record.positions[0]
    if seen == start.placement:
        return Meaning((), SETTLE_MS, begins=True)
    if turned(seen) == start.placement:
        return Meaning((), 0, begins=True, turns=True)
    way = start.ends.get(seen)
    return Meaning((way.move,), BEFORE_MS, begins=True) if way else None


def _taken_back(record: Record, seen: Placement, plies: int) -> Meaning | None:
    """Some moves were taken back, and perhaps another one made."""
    if plies > len(record.moves):
        return None
    position, moves = record.positions[-1 - plies], record.moves[:-plies]
    if seen == position.placement:
        return Meaning(moves, STAND_MS)
    way = position.ends.get(seen)
    return Meaning((*moves, way.move), STAND_MS) if way else None


def _several(record: Record, seen: Placement, shown: chess.Move | None) -> list[Meaning]:
    """What several moves, made or taken back, make of the game; there is a doubt if that is not one thing."""
    meanings = [_taken_back(record, seen, plies) for plies in range(2, _BACK + 1)]
    return list({meant.moves: meant for meant in (*meanings, _next_moves(record, seen, shown)) if meant}.values())


def _next_moves(record: Record, seen: Placement, shown: chess.Move | None) -> Meaning | None:
    """Two moves, or one while the next has begun: the one before was never seen alone."""
    position = record.last
    if position.is_begun(seen):
        return None
    moves = two_moves(position, seen, shown) or hidden_move(position, seen)
    return Meaning((*record.moves, *moves), _waits_ms(position, seen, moves, shown)) if moves else None


def _waits_ms(position: Position, seen: Placement, moves: Line, shown: chess.Move | None) -> int:
    """How long moves that came together have to stand; a second one is as certain as ever if the first was seen."""
    if moves[0] != shown:
        return EXCHANGE_MS if position.is_lifted(seen) else SETTLE_MS
    between = position.after(shown)
    return 0 if seen in between.ends and between.is_certain(between.ends[seen], seen) else SETTLE_MS


def _without_shown(record: Record, seen: Placement, moved_ms_ago: int) -> Line:
    """The moves without a last one that only brought a king to where it shows the result."""
    if not record.moves or moved_ms_ago > KINGS_MS:
        return record.moves
    before, move = record.positions[-2].board, record.moves[-1]
    return record.moves[:-1] if is_part_of_result(before, move, seen) else record.moves

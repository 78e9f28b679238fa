"""The moves of a game with all its positions."""

from random import Random

import chess

from bot.boards.position import Position
from bot.boards.record import Record


def test_a_long_game_remembers_legal_moves_only_where_it_may_be_looked_at() -> None:
    random, moves = Random(1), list[chess.Move]()
    record = Record((Position(chess.Board()),))
    assert record.last.ends
    for _ in range(60):
        moves.append(random.choice([way.move for way in record.last.ways]))
        record = record.with_moves(moves)
    knowing = [ply for ply, position in enumerate(record.positions) if "ways" in vars(position)]
    assert knowing[0] == 0
    assert len(knowing) <= 10
    assert record.moves == tuple(moves)
    assert [position.placement for position in record.positions] == [
        position.placement for position in Record((Position(chess.Board()),)).with_moves(moves).positions
    ]

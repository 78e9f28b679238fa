"""The engine's light-weight position and its facts agree with python-chess, ply by ply."""

import chess
from hypothesis import given, settings

from scoring import replay
from scoring.asymmetry import asymmetry
from scoring.position import CASTLED, Position
from scoring.trades import CLASSES, Loss, pair_losses
from tests.scoring.strategies import games

GAMES = settings(max_examples=300, deadline=None)
KINDS = ((chess.PAWN,), (chess.KNIGHT, chess.BISHOP), (chess.ROOK,), (chess.QUEEN,))

AnyGame = tuple[chess.Board, list[chess.Move]]


def captured_by(board: chess.Board, move: chess.Move) -> chess.PieceType | None:
    """What a move captures, asked of python-chess."""
    if board.is_castling(move):
        return None
    return chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)


def signed(piece: chess.Piece | None) -> int:
    return 0 if piece is None else piece.piece_type if piece.color else -piece.piece_type


def agrees(position: Position, board: chess.Board) -> None:
    assert position.squares == [signed(board.piece_at(square)) for square in chess.SQUARES]
    assert position.rights == board.clean_castling_rights()
    for color in chess.COLORS:
        assert position.pawns[color] == board.pieces_mask(chess.PAWN, color)


@GAMES
@given(games())
def test_position_agrees_with_a_board(game: AnyGame) -> None:
    start, moves = game
    board, position = start.copy(), Position(start)
    agrees(position, board)
    for move in moves:
        expected = CASTLED if board.is_castling(move) else captured_by(board, move) or 0
        assert position.make(move) == expected
        board.push(move)
        agrees(position, board)


@GAMES
@given(games())
def test_facts_agree_with_a_board(game: AnyGame) -> None:
    start, moves = game
    facts = replay(moves, start).facts
    board = start.copy()
    assert len(facts) == len(moves) + 1
    for ply in range(len(facts)):
        fact, material = facts[ply], facts[ply].material
        if ply:
            move = moves[ply - 1]
            told = (fact.captured, fact.castled, fact.promoted)
            assert told == (captured_by(board, move), board.is_castling(move), move.promotion is not None)
            assert fact.captured is None or fact.square == move.to_square
            board.push(move)
        assert fact.castling_rights == board.clean_castling_rights()
        assert material.units == len(board.piece_map())
        assert material.counts == tuple(
            sum(len(board.pieces(unit, color)) for unit in kind)
            for color in (chess.WHITE, chess.BLACK)
            for kind in KINDS
        )
        assert material.asymmetry == asymmetry(
            board.pieces_mask(chess.PAWN, chess.WHITE), board.pieces_mask(chess.PAWN, chess.BLACK)
        )


@GAMES
@given(games())
def test_the_game_ends_at_the_first_dead_position(game: AnyGame) -> None:
    start, moves = game
    read = replay(moves, start)
    board, dead = start.copy(), start.is_insufficient_material()
    while not dead and len(board.move_stack) < len(moves):
        board.push(moves[len(board.move_stack)])
        dead = board.is_insufficient_material()
    played = read.played()
    assert played.last_ply == len(board.move_stack)
    assert played.facts[played.last_ply].material.dead == dead
    assert read.dead_ply == (len(board.move_stack) if dead else None)


@GAMES
@given(games())
def test_a_loss_is_in_one_trade_at_most(game: AnyGame) -> None:
    start, moves = game
    played = replay(moves, start).played()
    board, losses = start.copy(), list[Loss]()
    for ply, move in enumerate(moves[: played.last_ply], 1):
        unit = captured_by(board, move)
        if unit in CLASSES and unit is not None:
            losses.append(Loss(ply, move.to_square, not board.turn, unit))
        board.push(move)

    for name, pairing in pair_losses(played).items():
        of_class = [loss for loss in losses if CLASSES[loss.unit] == name]
        used = [loss for trade in pairing.trades for loss in trade] + pairing.open
        assert len(used) == len(set(used))
        assert set(used) <= set(of_class)
        for first, second in pairing.trades:
            assert first.side != second.side
            assert 1 <= second.ply - first.ply <= 9
        assert all(played.last_ply - loss.ply < 9 for loss in pairing.open)
        # Nothing is left that the rules would pair: an answer within nine plies to a loss that stayed open.
        rest = [loss for loss in of_class if loss not in {*used}]
        assert not any(one.side != other.side and one.ply < other.ply <= one.ply + 9 for one in rest for other in rest)

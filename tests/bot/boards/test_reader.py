"""Games on a board: missed moves, arrangements that are none, results, set-ups, and boards the wrong way round."""

import chess
import pytest

from bot.boards.placement import placement_of, turned
from bot.boards.reader import BoardReader
from tests.bot.boards.famous import famous_games, moves_of
from tests.bot.boards.steps import Table
from tests.bot.boards.watching import Watch

START = placement_of(chess.Board())
GAME = "e4 e5 Nf3 Nc6 Bc4 Bc5"

FOUND = {
    "a move": (GAME, "a2-+a3P+g8-+f6n ~", f"{GAME} a3 Nf6"),
    "a move, the next has begun": (GAME, "a2-+a3P+g8- ~", f"{GAME} a3"),
    "castling": (GAME, "e1-+h1-+g1K+f1R+g8-+f6n ~", f"{GAME} O-O Nf6"),
    "an exchange": ("e4 d5 Nf3 Nf6", "e4-+f6-+d5n ~", "e4 d5 Nf3 Nf6 exd5 Nxd5"),
    "an exchange on a square that looks as before": ("d4 d5 c4 e6", "c4-+e6- ~3001", "d4 d5 c4 e6 cxd5 exd5"),
    "three plies in a forced order": ("e4 d5", "e4-+d8-+d5q+b1-+c3N ~1001", "e4 d5 exd5 Qxd5 Nc3"),
}


@pytest.mark.parametrize(("before", "steps", "sans"), FOUND.values(), ids=FOUND)
def test_missed_moves_are_found(before: str, steps: str, sans: str) -> None:
    table = Table(before).do(steps)
    assert table.sans == sans
    assert table.said[-1] == sans
    assert set(table.said) == {before, sans}
    assert table.do("~19000").state == "playing"


DOUBTFUL = {
    "three plies in any order": ("", "e2-+e4P+g1-+f3N+e7-+e5p ~"),
    "an illegal move": (GAME, "a1- b3R ~"),
    "a piece too many": (GAME, "e6Q ~"),
    "two moves of one side": (GAME, "a2-+a3P+h2-+h3P ~"),
    "a move that leaves the king in check": ("e4 e5 Nf3 d6 Bb5+", "a7- a6p ~"),
    "a pawn taken en passant too late": ("e4 a6 e5 d5 h3 h6", "e5- d6P d5- ~"),
}


@pytest.mark.parametrize(("before", "steps"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_a_doubt_is_told_and_the_game_waits(before: str, steps: str) -> None:
    table = Table(before).do(steps)
    assert (table.sans, table.state) == (before, "playing")
    table.do("~1001")
    assert (table.sans, table.state) == (before, "odd")
    assert table.watch.seen
    assert table.watch.seen.differs
    assert not table.waits
    assert set(table.said) <= {before}


def test_what_was_odd_is_put_right() -> None:
    table = Table(GAME).do("a1- b3R ~2000")
    assert table.state == "odd"
    assert table.do("b3-").state == "odd"
    assert table.do("a1R").state == "playing"
    assert table.do("e1- g1K h1- f1R").sans == f"{GAME} O-O"
    assert table.state == "playing"


def test_a_player_may_think_with_a_piece_in_the_hand() -> None:
    table = Table(GAME).do("b1- ~19999")
    assert table.state == "playing"
    assert table.do("~2").state == "odd"
    assert table.do("c3N").sans == f"{GAME} Nc3"


def test_the_operator_says_what_the_game_is() -> None:
    table = Table().do("e2-+e4P+g1-+f3N+e7-+e5p ~2000")
    seen = table.watch.reader.set_moves(moves_of("Nf3 e5 e4"))
    assert table.written(seen.moves) == "Nf3 e5 e4"
    assert (seen.state, seen.differs, seen.settle_ms) == ("playing", (), None)
    assert table.do("b8- c6n").sans == "Nf3 e5 e4 Nc6"


def test_the_same_moves_again_disturb_nothing() -> None:
    table = Table("a4 a5").do("a1- a3R")
    seen = table.watch.reader.set_moves(moves_of("a4 a5"))
    assert seen == table.watch.seen
    assert table.do("~").sans == "a4 a5 Ra3"


def test_moves_that_are_not_legal_are_refused() -> None:
    table = Table("a4 a5")
    with pytest.raises(ValueError, match="move 2 of the game, e2e4, is not legal"):
        table.watch.reader.set_moves([*moves_of("a4"), chess.Move.from_uci("e2e4")])
    assert table.watch.reader.tick(0).moves == moves_of("a4 a5")
    with pytest.raises(ValueError, match="move 1 of the game, e7e5, is not legal"):
        BoardReader(None, [chess.Move.from_uci("e7e5")])


# --- Results


RESULTS = {
    "White wins": ("e1-+e8- e4K d5k", "white_wins"),
    "White wins, kings the other way": ("e1-+e8- d5K e4k", "white_wins"),
    "Black wins": ("e1- e8- d4K e5k", "black_wins"),
    "a draw": ("e8- e5k e1- e4K", "draw"),
    "a draw in the queen's half": ("e8- d5k e1- d4K", "draw"),
    "pieces in the way put aside": ("e5-+e4-+f3-+c6- e1- d5K e8- e4k", "white_wins"),
}


@pytest.mark.parametrize(("steps", "result"), RESULTS.values(), ids=RESULTS)
def test_results(steps: str, result: str) -> None:
    board = "d3 d6 Nf3 Nc6"
    table = Table(board).do(f"{steps.replace('e5-+e4-+', '')} ~999")
    assert (table.watch.seen and table.watch.seen.result, table.state) == (None, "playing")
    table.do("~2")
    assert (table.watch.seen and table.watch.seen.result, table.state) == (result, "over")
    assert table.sans == board
    assert table.do("d4- d5- e4- e5- ~9000 e1K a2- a3P ~9000").sans == board
    assert table.state == "over"


KING_HUNT = "e4 d5 Ke2 Kd7 Ke3 Kd6 a3 a6"


def test_a_king_that_could_move_to_the_centre() -> None:
    """The king's move to d4 is legal; when the other king comes to e5, it was none."""
    table = Table(KING_HUNT).do("e3- d4K ~ d6- e5k ~1001")
    assert table.watch.seen
    assert (table.watch.seen.result, table.sans) == ("black_wins", KING_HUNT)


def test_a_king_that_had_moved_to_the_centre_before() -> None:
    table = Table(KING_HUNT).do("e3- d4K ~6000 d6- e5k ~1001")
    assert table.watch.seen
    assert (table.watch.seen.result, table.sans) == ("black_wins", f"{KING_HUNT} Kd4")


def test_kings_on_their_way_are_no_result() -> None:
    table = Table(KING_HUNT).do("e3- e4-+e4K d6- e5k ~500 e5- d6k e4- e4P+e3K ~")
    assert table.watch.seen
    assert (table.watch.seen.result, table.sans) == (None, KING_HUNT)


@pytest.mark.parametrize(("after_ms", "state"), [(2_000, "playing"), (10_000, "over")])
def test_kings_that_are_put_back_soon_take_the_result_back(after_ms: int, state: str) -> None:
    table = Table(GAME).do(f"e1-+e8- e4K d5k ~{after_ms} e4P+d5- e1K e8k ~1001")
    assert table.state == state
    assert table.sans == GAME
    assert (table.do("a2- a3P ~").sans == f"{GAME} a3") == (state == "playing")


def test_the_operator_takes_a_result_back() -> None:
    table = Table(GAME).do("e1- e8- e4K d5k ~2000")
    seen = table.watch.reader.set_moves(moves_of(GAME))
    assert (seen.state, seen.result) == ("playing", None)
    table.watch.seen = seen
    assert table.do("~60000").state == "playing"
    assert table.do("d5-+e4P+e1K+e8k a2- a3P ~").sans == f"{GAME} a3"


# --- The next game


def test_the_next_game_is_set_up() -> None:
    table = Table(GAME).do("e1- e8- e4K d5k ~2000")
    for square, content in [*enumerate(START)][::-1]:
        table.do(f"{chess.square_name(square)}{'-' if content == '.' else content} ~700")
        assert (table.sans, table.watch.seen and table.watch.seen.game) in ((GAME, 1), ("", 2))
    seen = table.watch.seen
    assert seen
    assert (seen.game, seen.moves, seen.state, seen.result, seen.differs) == (2, (), "playing", None, ())
    assert table.do("g1- f3N").sans == "Nf3"


def test_the_next_game_without_a_result_begins_at_once() -> None:
    table = Table(GAME).set_up(chess.Board()).do("g1- f3N")
    assert (table.sans, table.watch.seen and table.watch.seen.game) == ("Nf3", 2)


def test_the_start_position_for_a_moment_is_no_game() -> None:
    table = Table(GAME)
    before = table.board
    table.set_up(chess.Board())
    table.watch.show(before)
    table.watch.wait()
    assert (table.sans, table.watch.seen and table.watch.seen.game) == (GAME, 1)


def test_the_first_move_of_the_next_game_was_missed() -> None:
    first = chess.Board()
    first.push_san("e4")
    table = Table(GAME).do("e1- e8- e4K d5k ~2000").set_up(first).do("~2999")
    assert table.sans == GAME
    assert (table.do("~2").sans, table.watch.seen and table.watch.seen.game) == ("e4", 2)


def test_the_first_move_of_the_next_game_was_missed_and_is_answered() -> None:
    first = chess.Board()
    first.push_san("e4")
    table = Table(GAME).do("e1- e8- e4K d5k ~2000").set_up(first).do("g8- f6n")
    assert (table.sans, table.watch.seen and table.watch.seen.game) == ("e4 Nf6", 2)


@pytest.mark.parametrize(("moves", "game"), [("e4", 1), ("e4 e5", 1), ("e4 e5 Nf3", 2)])
def test_the_start_position_after_few_moves_is_a_takeback(moves: str, game: int) -> None:
    table = Table(moves).set_up(chess.Board()).do("~1001")
    assert (table.sans, table.watch.seen and table.watch.seen.game) == ("", game)


def test_knights_that_come_home_are_moves() -> None:
    table = Table("Nf3 Nf6 Ng1").do("f6- g8n ~60000")
    assert (table.sans, table.watch.seen and table.watch.seen.game) == ("Nf3 Nf6 Ng1 Ng8", 1)


# --- The beginning, and beginning again


def test_pieces_are_set_up_for_the_first_game() -> None:
    watch = Watch(BoardReader())
    squares = ["."] * 64
    for square in sorted(chess.SQUARES, key=lambda square: square * 37 % 64):
        squares[square] = START[square]
        seen = watch.show(placement_of(chess.Board()).__class__("".join(squares)), 500)
        assert seen.moves == ()
        assert seen.state == ("playing" if "".join(squares) == START else "set_up")
    assert watch.seen
    assert watch.seen.game == 1


def test_kings_in_the_centre_from_the_last_evening() -> None:
    board = chess.Board()
    board.remove_piece_at(chess.E1), board.remove_piece_at(chess.E8)
    board.set_piece_at(chess.E4, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.D5, chess.Piece.from_symbol("k"))
    watch = Watch(BoardReader())
    watch.show(placement_of(board))
    seen = watch.wait(60_000)
    assert seen
    assert (seen.state, seen.result) == ("set_up", None)


def test_a_game_that_has_begun_before_the_program() -> None:
    board = chess.Board()
    for move in moves_of("e4 e5"):
        board.push(move)
    watch = Watch(BoardReader())
    watch.show(placement_of(board))
    assert watch.wait(2_900) == watch.seen
    assert watch.seen
    assert (watch.seen.state, watch.seen.moves) == ("set_up", ())
    seen = watch.wait(200)
    assert seen
    assert (seen.state, seen.moves) == ("playing", moves_of("e4 e5"))


@pytest.mark.parametrize("missed", [0, 1, 2])
def test_a_restart_at_any_ply_loses_no_move(missed: int) -> None:
    game = famous_games()["opera"]
    for ply in range(len(game) - missed):
        board = chess.Board()
        for move in game[: ply + missed]:
            board.push(move)
        watch = Watch(BoardReader(None, game[:ply], game=7))
        watch.show(placement_of(board))
        seen = watch.wait(25_000)
        assert seen
        assert seen.game == 7
        if seen.moves != game[: ply + missed]:
            assert seen.state == "odd"
            seen = watch.reader.set_moves(game[: ply + missed])
        board.push(game[ply + missed])
        watch.show(placement_of(board))
        seen = watch.wait()
        assert seen
        assert seen.moves == game[: ply + missed + 1]


def test_a_board_the_wrong_way_round() -> None:
    table = Table()
    board, watch = chess.Board(), Watch(BoardReader())
    assert watch.show(turned(placement_of(board))).state == "playing"
    for move in moves_of(GAME):
        board.push(move)
        watch.show(turned(placement_of(board)))
        watch.wait()
    assert watch.seen
    assert table.written(watch.seen.moves) == GAME


def test_a_board_that_is_turned_for_the_next_game() -> None:
    table = Table(GAME)
    table.watch.show(turned(START))
    assert (table.sans, table.watch.seen and table.watch.seen.game) == ("", 2)
    board = chess.Board()
    board.push_san("Nf3")
    table.watch.show(turned(placement_of(board)))
    assert table.sans == "Nf3"


def test_a_restart_with_a_board_the_wrong_way_round() -> None:
    board = chess.Board()
    for move in moves_of(GAME):
        board.push(move)
    seen = BoardReader(None, moves_of(GAME)).see(turned(placement_of(board)), 0)
    assert (seen.moves, seen.differs, seen.state) == (moves_of(GAME), (), "playing")


def test_another_start() -> None:
    start = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    table = Table(start=start).do("a7- a8P a8- a8Q h7- h6k ~")
    assert table.sans == "a8=Q Kh6"
    assert table.watch.seen
    assert table.watch.seen.game == 1


def test_time_that_goes_back_is_time_that_stands() -> None:
    reader = BoardReader()
    reader.see(START, 10_000)
    board = chess.Board()
    board.push_san("e4")
    assert reader.see(placement_of(board), 5_000).settle_ms == 10_400
    assert reader.tick(10_399).moves == ()
    assert reader.tick(10_400).moves == moves_of("e4")

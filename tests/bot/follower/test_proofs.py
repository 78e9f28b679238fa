"""What is worth proving, what is proved, and what stays proved."""

import chess
import pytest

from bot.follower import proofs
from bot.follower.proofs import (
    DISPLAY_NODES,
    Analysis,
    KnownProofs,
    Question,
    analyse,
    carried,
    lower_ms,
    prover,
    worth_proving,
)
from bot.updates import Clocks
from scoring import Ending, Finish, Game, Rules, Winnability, replay
from scoring.options import FlagFall
from tests.bot.follower.proving import WALLS, Truth, can, cannot, undecided

W, B = chess.WHITE, chess.BLACK
LONG, SHORT = Clocks(180_000, 60_000), Clocks(180_000, 59_999)
FLAG, RESIGNED = Finish(Ending.FLAG_FALL, W), Finish(Ending.RESIGNATION, W)
START = chess.STARTING_FEN

WORTH: dict[str, tuple[str, Clocks, Finish | None, str, bool]] = {
    "a full board, time enough": (START, LONG, None, "chessmail", False),
    "a full board, time enough, by fide": (START, LONG, None, "fide", False),
    "no clocks": (START, Clocks(), None, "fide", False),
    "a clock under a minute": (START, SHORT, None, "chessmail", True),
    "the other clock": (START, Clocks(59_999, 180_000), None, "server", True),
    "one clock known": (START, Clocks(None, 59_999), None, "lichess", True),
    "king and two against many": ("1nbqkb2/pppp4/8/8/8/8/7P/4K2R w - - 0 1", LONG, None, "chessmail", True),
    "king and three": ("1nbqkb2/pppp4/8/8/8/8/6PP/4K2R w - - 0 1", LONG, None, "chessmail", False),
    "pawns that block each other": (
        "r1b1kb2/8/8/p2p2p1/P2P2P1/8/8/R1B1KB2 w - - 0 1", LONG, None, "chessmail", True),
    "doubled pawns behind a block": (
        "r1b1kb2/8/6p1/p5p1/P5P1/6P1/8/R1B1KB2 w - - 0 1", LONG, None, "chessmail", True),
    "one pawn may go": ("r1b1kb2/8/8/p2p2p1/P2P2P1/7P/8/R1B1KB2 w - - 0 1", LONG, None, "chessmail", False),
    "a pawn before a piece": ("r1b1kb2/8/8/p2p2p1/P2P2P1/7n/7P/R1B1KB2 w - - 0 1", LONG, None, "chessmail", False),
    "no pawns": ("r1b1kb2/8/8/8/8/8/8/R1B1KB2 w - - 0 1", LONG, None, "chessmail", False),
    "ended on time": (START, LONG, FLAG, "chessmail", True),
    "ended on time, by fide": (START, LONG, FLAG, "fide", True),
    "ended otherwise": (START, SHORT, RESIGNED, "chessmail", False),
    "ended otherwise, by fide": (START, LONG, RESIGNED, "fide", True),
}  # fmt: skip


@pytest.mark.parametrize(("fen", "clocks", "finish", "policy", "worth"), WORTH.values(), ids=WORTH)
def test_what_is_worth_a_proof(fen: str, clocks: Clocks, finish: Finish | None, policy: FlagFall, worth: bool) -> None:
    rules = Rules(flag_fall=policy)
    assert worth_proving(chess.Board(fen), clocks, finish, rules) == worth


def test_the_lower_clock() -> None:
    assert [lower_ms(clocks) for clocks in (LONG, SHORT, Clocks(5, None))] == [60_000, 59_999, 5]
    assert lower_ms(Clocks()) > 60 * 60_000


@pytest.mark.parametrize(
    ("fen", "winner", "answer"),
    [
        ("4k3/8/8/8/8/8/7Q/4K3 b - - 0 60", B, "unwinnable"),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 60", W, "unwinnable"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 60", W, "winnable"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 60", B, "unwinnable"),
        ("5k2/5P2/5K2/8/8/8/8/8 b - - 0 60", W, "unwinnable"),
    ],
)
def test_what_can_be_told_at_once(fen: str, winner: chess.Color, answer: str) -> None:
    found = KnownProofs().get(Game(chess.Board(fen)), winner)
    assert found is not None
    assert found.answer == answer


def test_what_cannot_be_told_at_once() -> None:
    assert KnownProofs().get(Game(), W) is None


def test_a_position_is_looked_at_once_and_what_it_says_counts_before_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[tuple[int, chess.Color]]()

    def look(board: chess.Board, winner: chess.Color) -> Winnability | None:
        looked.append((board.ply(), winner))
        return cannot(winner) if board.ply() == 2 else None

    monkeypatch.setattr(proofs, "seen_at_once", look)
    game, known = replay(moves("e2e4")), KnownProofs()
    known.take(game.moves, {W: can(W, "e7e5 g1f3")})
    assert [known.get(game, side) for side in (W, B, W, B)] == [can(W, "e7e5 g1f3"), None] * 2
    game.extend(moves("e7e5"))
    assert [known.get(game, side) for side in (W, B, W)] == [cannot(W), cannot(B), cannot(W)]
    game.cut(1)
    game.extend(moves("c7c5"))
    assert known.get(game, B) == cannot(B)
    game.cut(1)
    assert known.get(game, W) == can(W, "e7e5 g1f3")
    assert [ply for ply, winner in looked if winner == W] == [1, 2, 2, 1]
    assert len(looked) == 8


def moves(text: str) -> tuple[chess.Move, ...]:
    return tuple(map(chess.Move.from_uci, text.split()))


CARRIED = {
    "no move": (can(W, "e2e4 e7e5"), "", can(W, "e2e4 e7e5")),
    "the line is followed": (can(W, "e2e4 e7e5 d1h5"), "e2e4 e7e5", can(W, "d1h5")),
    "the line is followed to its end": (can(W, "e2e4"), "e2e4", can(W)),
    "another move": (can(W, "e2e4 e7e5"), "d2d4", None),
    "another move after the line": (can(W, "e2e4"), "e2e4 e7e5", None),
    "another move within the line": (can(W, "e2e4 e7e5 d1h5"), "e2e4 c7c5", None),
    "undecided": (undecided(W), "e2e4", None),
    "undecided, and no move": (undecided(W), "", undecided(W)),
}


@pytest.mark.parametrize(("found", "played", "then"), CARRIED.values(), ids=CARRIED)
def test_what_stays_proved(found: Winnability, played: str, then: Winnability | None) -> None:
    assert carried(found, moves(played)) == then


def test_what_cannot_be_mated_stays_so_and_the_squares_are_not_known_any_more() -> None:
    found = carried(cannot(B), moves("e2e4 e7e5"))
    assert found is not None
    assert (found.answer, found.proof, found.units) == ("unwinnable", "walled_in", 0)


def test_proofs_of_a_game() -> None:
    known, line = KnownProofs(), moves("e2e4 e7e5 g1f3")
    assert known.get(replay(line), W) is None
    known.take(line[:1], {W: cannot(W), B: can(B, "e7e5 g1f3")})
    assert known.get(replay(line[:1]), W) == cannot(W)
    assert known.get(replay(line), B) == can(B)
    found = known.get(replay(line), W)
    assert found is not None
    assert found.answer == "unwinnable"
    for elsewhere in ((), moves("d2d4"), moves("d2d4 e7e5 g1f3")):
        assert known.get(replay(elsewhere), W) is None
    known.take(line, {B: undecided(B)})
    assert (known.get(replay(line), B), known.get(replay(line[:1]), W)) == (undecided(B), cannot(W))


# --- proving


def walls(text: str = "e1e2 e8e7 e2d2", *, over: bool = False, winners: tuple[chess.Color, ...] = (W, B)) -> Question:
    return Question("abcdefgh", WALLS, moves(text), winners, 1, over)


def answer(question: Question, truth: Truth, policy: FlagFall = "fide") -> Analysis:
    return analyse(question, Rules(flag_fall=policy), truth)


def test_both_sides_are_proved() -> None:
    truth = Truth({B: 0})
    assert answer(walls(), truth) == Analysis({W: can(W, truth.line), B: cannot(B)}, None)


def test_only_what_is_asked_is_proved() -> None:
    truth = Truth()
    assert answer(walls(winners=(B,)), truth, "chessmail").proofs == {B: can(B, truth.line)}
    assert truth.asked == [(3, B, 0)]


@pytest.mark.parametrize("dead", [0, 1, 3])
@pytest.mark.parametrize("over", [True, False])
def test_the_first_dead_position_is_found(dead: int, over: bool) -> None:
    assert answer(walls(over=over), Truth({W: dead, B: 0})).dead_ply == dead


def test_by_another_policy_nothing_is_dead_by_proof() -> None:
    assert answer(walls(over=True), Truth({W: 0, B: 0}), "chessmail").dead_ply is None


@pytest.mark.parametrize(("hopeless", "dead"), [({B: 0}, None), ({W: 0}, None), ({W: 2, B: 0}, 2)])
def test_the_side_that_was_not_asked_about_counts_too(hopeless: dict[chess.Color, int], dead: int | None) -> None:
    """It was proved before: that it can mate, or that it cannot."""
    assert answer(walls(winners=(B,)), Truth(hopeless)).dead_ply == dead


def test_how_many_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a result what a report takes; for display only a few, and never more."""
    truth = Truth()
    monkeypatch.setattr(proofs, "winnability", truth)
    monkeypatch.setattr("scoring.flagfall.proofs.winnability", truth)
    prover(walls(over=True), Rules(flag_fall="fide", flag_fall_nodes=50_000))(WALLS, W)
    prover(walls(), Rules(flag_fall="fide", flag_fall_nodes=50_000))(WALLS, W)
    prover(walls(), Rules(flag_fall="lichess", flag_fall_nodes=50_000))(WALLS, W)
    prover(walls(), Rules(flag_fall="fide", flag_fall_nodes=1234))(WALLS, W)
    assert [nodes for _, _, nodes in truth.asked] == [50_000, DISPLAY_NODES, DISPLAY_NODES, 1234]

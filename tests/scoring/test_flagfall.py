"""What a flag fall means, by every policy, and what the rules make of the end of a game."""

import json
from pathlib import Path

import chess
import pytest

from scoring import Ending, Finish, Game, Rules, decide, flag_verdict, replay
from scoring.flagfall import POLICIES
from scoring.flagfall.lichess import lichess
from scoring.options import FlagFall
from scoring.words import LANGUAGES, decision_text, finish_text, verdict_text

W, B = chess.WHITE, chess.BLACK

# what White, with time left, has beside the king; what Black has; who wins by chessmail, by lichess; the reasons
MATERIAL = [
    ("8", "4k3/pppp4", False, "bare_king", False, "bare_king"),
    ("N7", "4k3/pppp4", False, "one_knight", True, "can_mate"),
    ("N7", "3qk3/8", False, "one_knight", False, "knight_cannot_mate"),
    ("N7", "3rk3/8", False, "one_knight", True, "can_mate"),
    ("B7", "4k3/pppp4", False, "one_bishop", True, "can_mate"),
    ("B7", "3rk3/8", False, "one_bishop", False, "no_mate_with_bishops"),
    ("B1B5", "4k3/p7", False, "bishops_of_one_colour", True, "can_mate"),
    ("B1B5", "3rk3/8", False, "bishops_of_one_colour", False, "no_mate_with_bishops"),
    ("BB6", "3rk3/8", True, "can_mate", True, "can_mate"),
    ("BN6", "3rk3/8", True, "can_mate", True, "can_mate"),
    ("NN6", "3qk3/8", True, "can_mate", True, "can_mate"),
    ("P7", "3qk3/8", True, "can_mate", True, "can_mate"),
    ("R7", "3qk3/8", True, "can_mate", True, "can_mate"),
    ("Q7", "3qk3/8", True, "can_mate", True, "can_mate"),
]


@pytest.mark.parametrize(("white", "black", "chessmail", "why", "by_lichess", "why_lichess"), MATERIAL)
def test_the_material_decides(
    white: str, black: str, chessmail: bool, why: str, by_lichess: bool, why_lichess: str
) -> None:
    board = chess.Board(f"{black}/8/8/8/8/{white}/4K3 w - - 0 1")
    for policy, wins, reason in (("chessmail", chessmail, why), ("lichess", by_lichess, why_lichess)):
        for mirrored in (board, board.mirror()):
            side = W if mirrored is board else B
            verdict = POLICIES[policy](mirrored, side)
            assert (verdict.wins, verdict.reason, verdict.side) == (wins, reason, side)


def test_the_position_of_the_source() -> None:
    board = chess.Board("8/7K/8/3k4/6Q1/8/8/8 w - - 5 77")
    policies: list[FlagFall] = ["chessmail", "lichess", "server"]
    for policy in policies:
        assert not flag_verdict(board, W, Rules(flag_fall=policy)).wins
        assert flag_verdict(board, B, Rules(flag_fall=policy)).wins


def test_lichess_cases(shared: Path) -> None:
    cases = json.loads((shared / "lichess" / "insufficient-mating-material.json").read_text())["cases"]
    assert len(cases) == 17
    for case in cases:
        verdict = lichess(chess.Board(case["fen"]), case["color"] == "white")
        assert verdict.wins != case["insufficient"], case["fen"]


DECISIONS: list[tuple[str, Finish | None, FlagFall, str, str, bool]] = [
    # position, the record's end, the policy: what counts, how, whether it overrules the record
    ("4k3/p7/8/8/8/8/N7/4K3 b - - 0 1", Finish(Ending.FLAG_FALL, W), "chessmail", "draw", "flag_fall", True),
    ("4k3/p7/8/8/8/8/N7/4K3 b - - 0 1", Finish(Ending.FLAG_FALL, W), "lichess", "white_wins", "flag_fall", False),
    ("4k3/p7/8/8/8/8/N7/4K3 b - - 0 1", Finish(Ending.FLAG_FALL, W), "server", "white_wins", "flag_fall", False),
    ("4k3/p7/8/8/8/8/8/4K3 b - - 0 1", Finish(Ending.FLAG_FALL), "chessmail", "draw", "flag_fall", False),
    ("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", Finish(Ending.FLAG_FALL), "chessmail", "black_wins", "flag_fall", True),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", Finish(Ending.LEFT, W), "chessmail", "white_wins", "left", False),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", Finish(Ending.LEFT), "chessmail", "draw", "left", False),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", Finish(Ending.CHEATING, B), "chessmail", "black_wins", "cheating", False),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", Finish(Ending.ABORTED), "chessmail", "void", "aborted", False),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", Finish(Ending.NO_START, B), "chessmail", "void", "no_start", False),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 0 1", Finish(Ending.DRAW), "chessmail", "draw", "draw", False),
    ("4k3/p7/8/8/8/8/P7/4K3 b - - 100 90", Finish(Ending.DRAW), "chessmail", "draw", "fifty_moves", False),
    ("4k3/8/8/8/8/8/N7/4K3 b - - 0 1", Finish(Ending.FLAG_FALL, W), "server", "draw", "dead_position", True),
    ("4k3/8/8/8/8/8/N7/4K3 b - - 0 1", None, "chessmail", "draw", "dead_position", False),
]


@pytest.mark.parametrize(("fen", "finish", "policy", "outcome", "ending", "overruled"), DECISIONS)
def test_decisions(
    fen: str, finish: Finish | None, policy: FlagFall, outcome: str, ending: str, overruled: bool
) -> None:
    rules = Rules(flag_fall=policy)
    decision = decide(Game(chess.Board(fen)), rules, finish)
    assert decision
    assert (decision.outcome, decision.ending, decision.overruled) == (outcome, ending, overruled)


def test_a_running_game_has_no_decision() -> None:
    assert decide(Game(), Rules(), None) is None


def test_a_repetition_is_named() -> None:
    moves = [chess.Move.from_uci(uci) for uci in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split()]
    decision = decide(replay(moves), Rules(), Finish(Ending.DRAW))
    assert decision
    assert decision.ending == Ending.REPETITION


def test_the_side_that_the_record_names_is_the_flagged_one() -> None:
    game = Game(chess.Board("4k3/p7/8/8/8/8/8/4K3 w - - 0 1"))
    decision = decide(game, Rules(), Finish(Ending.FLAG_FALL), flagged=B)
    assert decision
    assert decision.outcome == "draw"


def test_every_ending_and_reason_has_words() -> None:
    board = chess.Board("8/7K/8/3k4/6Q1/8/8/8 w - - 5 77")
    for language in LANGUAGES:
        for ending in Ending:
            assert finish_text(Finish(ending, W), language)
        assert verdict_text(flag_verdict(board, W, Rules()), language)
    decision = decide(Game(board), Rules(), Finish(Ending.FLAG_FALL, B))
    assert decision
    assert decision_text(decision, "en") == "Draw: flag fall, but Black has only a king"
    assert decision_text(decision, "de") == "Remis: Zeitüberschreitung, aber Schwarz hat nur den König"

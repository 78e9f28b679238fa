"""What is decided about predictions, as tables: how the games stand, and what is done then."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from bot.stream.course import (
    BEGINNING_PLIES,
    GONE_MS,
    REMEMBERED,
    UNSEEN_MS,
    Ask,
    Bet,
    Cancel,
    Course,
    Find,
    Late,
    Lock,
    Memory,
    Resolve,
    Step,
)
from bot.stream.question import Question, question
from bot.stream.standing import Phase, Side, Standing

NOW_MS = 1_700_000_000_000
CLOSES_MS = NOW_MS + 120_000
ASKED = Question("Who gets more asymmetry points?", "White: Amsel", "Black: Birke")
OPEN = Bet("game0001", ASKED, "prediction-1", "w", "b", CLOSES_MS)


def game(
    phase: Phase = "running", ply: int = 0, points: tuple[str, str] | None = None, game_id: str = "game0001"
) -> Standing:
    given = points and (Fraction(points[0]), Fraction(points[1]))
    return Standing(game_id, "Amsel", "Birke", ply, phase, given or None)


def course(memory: Memory | None = None) -> Course:
    return Course(lambda standing: question(standing, "en"), memory)


def known(*games: Standing) -> Callable[[str], Standing | None]:
    return {one.id: one for one in games}.get


@pytest.mark.parametrize(
    ("featured", "asked"),
    [
        (None, False),
        (game("waiting"), False),
        (game("running"), True),
        (game("running", BEGINNING_PLIES), True),
        (game("running", BEGINNING_PLIES + 1), False),
        (game("over"), False),
        (game("settled", 3, ("0.45", "0.55")), False),
        (game("void"), False),
    ],
)
def test_when_the_audience_is_asked(featured: Standing | None, asked: bool) -> None:
    step = course().next(NOW_MS, featured, known())
    assert step == (Ask("game0001", ASKED) if asked else None)


def test_nothing_is_asked_twice_nor_while_it_is_paused_nor_beside_an_open_prediction() -> None:
    assert course(Memory(None, ("game0001",))).next(NOW_MS, game(), known()) is None
    paused = course()
    paused.paused = True
    assert paused.next(NOW_MS, game(), known()) is None
    other = game(game_id="game0002")
    assert course(Memory(OPEN)).next(NOW_MS, other, known(game(ply=40), other)) is None


@pytest.mark.parametrize(
    ("standing", "step"),
    [
        (game("waiting"), None),
        (game("running", 80), None),
        (game("over", 80), Lock(OPEN)),
        (game("settled", 80, ("0.31", "0.35")), Resolve(OPEN, "black")),
        (game("settled", 80, ("0.3101", "0.31")), Resolve(OPEN, "white")),
        (game("settled", 80, ("0.5", "0.50")), Cancel(OPEN, "both sides got the same")),
        (game("settled", 80), Cancel(OPEN, "the game is void")),
        (game("void", 80), None),
    ],
)
def test_how_a_prediction_ends(standing: Standing, step: Step | None) -> None:
    for paused in (False, True):
        deciding = course(Memory(OPEN))
        deciding.paused = paused
        assert deciding.next(NOW_MS, None, known(standing)) == step


def test_what_is_closed_need_not_be_locked() -> None:
    assert course(Memory(OPEN)).next(CLOSES_MS, None, known(game("over"))) is None
    locked = course(Memory(OPEN))
    locked.locked()
    assert locked.next(NOW_MS, None, known(game("over"))) is None


@pytest.mark.parametrize(
    ("seen", "then", "patience_ms", "why"),
    [
        (True, None, GONE_MS, "the game is gone"),
        (False, None, UNSEEN_MS, "the game is gone"),
        (True, game("void"), GONE_MS, "there is no score of the game"),
        (False, game("void"), GONE_MS, "there is no score of the game"),
    ],
)
def test_points_are_given_back_when_a_game_stays_gone(
    seen: bool, then: Standing | None, patience_ms: int, why: str
) -> None:
    deciding, after = course(Memory(OPEN)), known(then) if then else known()
    if seen:
        deciding.next(NOW_MS, None, known(game(ply=30)))
    assert deciding.next(NOW_MS, None, after) is None
    assert deciding.next(NOW_MS + patience_ms - 1, None, after) is None
    assert deciding.next(NOW_MS + patience_ms, None, after) == Cancel(OPEN, why)


def test_a_game_that_comes_back_is_waited_for_anew() -> None:
    deciding = course(Memory(OPEN))
    deciding.next(NOW_MS, None, known(game()))
    deciding.next(NOW_MS, None, known())
    deciding.next(NOW_MS + GONE_MS - 1, None, known(game()))
    assert deciding.next(NOW_MS + GONE_MS, None, known()) is None
    assert deciding.next(NOW_MS + 2 * GONE_MS - 1, None, known()) is None


def test_a_settled_game_that_is_gone_stands_as_it_stood() -> None:
    """Twitch may have been out of reach meanwhile."""
    deciding = course(Memory(OPEN))
    step = deciding.next(NOW_MS, None, known(game("settled", 80, ("0.3", "0.2"))))
    assert step == Resolve(OPEN, "white") == deciding.next(NOW_MS + GONE_MS, None, known())


def test_a_game_that_goes_on_again_is_not_settled() -> None:
    deciding = course(Memory(OPEN))
    deciding.next(NOW_MS, None, known(game("settled", 80, ("0.3", "0.2"))))
    assert deciding.next(NOW_MS, None, known(game("running", 79))) is None
    deciding.next(NOW_MS, None, known())
    assert deciding.next(NOW_MS + GONE_MS, None, known()) == Cancel(OPEN, "the game is gone")


def test_from_the_question_to_the_next_one() -> None:
    deciding = course()
    deciding.asking("game0001", ASKED)
    asking = Bet("game0001", ASKED)
    assert deciding.memory == Memory(asking)
    assert deciding.next(NOW_MS, game(), known(game())) == Find(asking)
    deciding.not_made()
    assert deciding.next(NOW_MS, game(), known(game())) == Ask("game0001", ASKED)
    deciding.asking("game0001", ASKED)
    deciding.made("prediction-1", "w", "b", CLOSES_MS)
    assert deciding.memory == Memory(OPEN, ("game0001",))
    deciding.ended("white")
    assert deciding.memory == Memory(None, ("game0001",))
    assert deciding.next(NOW_MS, game(), known(game())) is None
    assert isinstance(deciding.next(NOW_MS, game(game_id="game0002"), known()), Ask)


def test_what_is_left_alone_is_remembered_for_a_while() -> None:
    deciding = course()
    for number in range(REMEMBERED + 10):
        deciding.leave(f"game{number:04}")
    assert len(deciding.memory.asked) == REMEMBERED
    assert deciding.next(NOW_MS, game(game_id="game0055"), known()) is None


@pytest.mark.parametrize(
    ("settled", "corrected", "late"),
    [
        (("0.3", "0.2"), ("0.2", "0.3"), True),
        (("0.3", "0.2"), ("0.2", "0.2"), True),
        (("0.3", "0.2"), None, True),
        (("0.3", "0.2"), ("0.31", "0.2"), False),
        (("0.2", "0.2"), ("0.3", "0.2"), True),
        (None, ("0.3", "0.2"), True),
    ],
)
def test_a_late_correction_is_noticed_once(
    settled: tuple[str, str] | None, corrected: tuple[str, str] | None, late: bool
) -> None:
    deciding, before, after = course(Memory(OPEN)), game("settled", 80, settled), game("settled", 80, corrected)
    deciding.next(NOW_MS, None, known(before))
    winner: Side | None = before.winner
    deciding.ended(winner)
    assert deciding.next(NOW_MS, None, known(before)) is None
    assert deciding.next(NOW_MS, None, known(game("over", 80))) is None
    assert deciding.next(NOW_MS, None, known(after)) == (Late("game0001") if late else None)
    assert deciding.next(NOW_MS, None, known(after)) is None

"""Games and their proofs: what is asked, what an answer changes, and results that wait for one."""

from dataclasses import replace

import chess
import pytest
from structlog.testing import capture_logs

from bot.follower.correction import Correction
from bot.follower.followed import FollowedGame
from bot.follower.proofs import Analysis, Question, analyse
from bot.follower.worker import Worker
from bot.lichess.simulator import Script, TimeControl
from bot.updates import Clocks, GameInfo, GameUpdate, Happening
from overlay.shown.views import game_state, lobby_game
from scoring import Ending, Finish, Rules, score
from scoring.options import FlagFall
from tests.bot.follower.proving import WALLS, ByHand, Truth, can, cannot, undecided
from tests.bot.following import following
from tests.bot.live import Live
from tests.bot.test_truth import stands

W, B = chess.WHITE, chess.BLACK
H = Happening
LINE = "e1e2 e8e7 e2d2 e7d7"
LOW, LONG = Clocks(20_000, 30_000), Clocks(900_000, 900_000)
FLAG, RESIGNED = Finish(Ending.FLAG_FALL, B), Finish(Ending.RESIGNATION, B)


def moves(text: str) -> tuple[chess.Move, ...]:
    return tuple(map(chess.Move.from_uci, text.split()))


def update(happening: Happening, line: str = LINE, **fields: object) -> GameUpdate:
    values: dict[str, object] = {"clocks": LOW, "offers": (), **fields}
    return GameUpdate("abcdefgh", happening, GameInfo(start=WALLS), moves(line), **values)  # type: ignore[arg-type]


def game_after(*updates: GameUpdate, policy: FlagFall = "fide") -> FollowedGame:
    game = FollowedGame("abcdefgh", Rules(flag_fall=policy))
    for number, news in enumerate((update(H.DESCRIBED, ""), *updates), 1):
        game.apply(news, 1000 * number)
    return game


def prove(game: FollowedGame, truth: Truth, at_ms: int = 60_000) -> bool:
    """Answer what the game asks; whether that is to be shown."""
    question = game.question
    assert question is not None
    return game.take_proof(question, analyse(question, game.rules, truth), at_ms)


# --- what is asked


def test_what_a_running_game_asks() -> None:
    game = game_after(update(H.MOVED))
    assert game.question == Question("abcdefgh", WALLS, moves(LINE), (W, B), 20_000)
    blocked = game_after(update(H.MOVED, clocks=LONG))
    assert blocked.question == Question("abcdefgh", WALLS, moves(LINE), (W, B), 900_000)


def test_nothing_is_asked_of_a_game_that_is_not_there_or_dead_already() -> None:
    assert FollowedGame("abcdefgh", Rules()).question is None
    variant = FollowedGame("abcdefgh", Rules(flag_fall="fide"))
    variant.apply(GameUpdate("abcdefgh", H.VARIANT, GameInfo(variant="atomic"), clocks=LOW), 1)
    assert variant.question is None
    kings = GameInfo(start=chess.Board("8/8/4k3/8/8/4K3/8/8 w - - 0 60"))
    dead = FollowedGame("abcdefgh", Rules())
    dead.apply(GameUpdate("abcdefgh", H.DESCRIBED, kings, clocks=LOW), 1)
    assert dead.question is None


@pytest.mark.parametrize("finish", [FLAG, RESIGNED, Finish(Ending.ABORTED)])
def test_by_fide_a_game_that_is_over_asks_once(finish: Finish) -> None:
    game = game_after(update(H.ENDED, finish=finish, clocks=LONG))
    assert game.question == Question("abcdefgh", WALLS, moves(LINE), (W, B), 900_000, over=True)
    assert prove(game, Truth())
    assert game.question is None
    game.apply(update(H.SETTLED, finish=finish, clocks=LONG), 70_000)
    assert (game.question, game.proving) == (None, False)
    game.apply(update(H.SETTLED, LINE[:9], finish=finish, clocks=LONG), 70_000)
    assert (game.question is not None, game.proving) == (True, True)


def test_by_another_policy_only_a_flag_fall_asks_for_display() -> None:
    assert game_after(update(H.ENDED, finish=RESIGNED), policy="chessmail").question is None
    game = game_after(update(H.ENDED, finish=FLAG), policy="chessmail")
    assert game.question is not None
    assert (game.question.over, game.proving) == (False, False)
    prove(game, Truth())
    assert game.question is None


# --- what stays known


def test_what_is_known_is_not_asked_again() -> None:
    game = game_after(update(H.MOVED, "e1e2"))
    prove(game, Truth({W: 0}, line="e8e7 e2d2 a5a4"))
    assert (game.proof(W), game.question) == (cannot(W), None)
    game.apply(update(H.MOVED, "e1e2 e8e7 e2d2"), 2000)
    assert game.proof(B) == can(B, "a5a4")
    assert game.question is None
    game.apply(update(H.MOVED), 2000)
    assert game.question is not None
    assert game.question.winners == (B,)
    found = game.proof(W)
    assert found is not None
    assert found.answer == "unwinnable"


def test_a_takeback_takes_proofs_back() -> None:
    game = game_after(update(H.MOVED))
    prove(game, Truth({W: 0}))
    game.apply(update(H.MOVED, "e1e2 e8e7"), 3000)
    assert (game.proof(W), game.proof(B)) == (None, None)
    assert game.question is not None
    assert game.question.winners == (W, B)


@pytest.mark.parametrize("then", ["", "e1e2", "e1e2 e8e7 e2d2", "e1e2 e8e7 e2d2 e7e8", "e1d1 e8e7 d1d2 e7d7"])
def test_an_answer_that_comes_after_a_takeback_means_nothing(then: str) -> None:
    game = game_after(update(H.MOVED))
    question = game.question
    assert question is not None
    game.apply(update(H.MOVED, then), 3000)
    before = game_state(game)
    assert not game.take_proof(question, Analysis({W: cannot(W), B: cannot(B)}, 4), 4000)
    assert game_state(game) == before
    assert game.decision is None


def test_an_answer_that_comes_after_the_next_moves_still_says_what_it_can() -> None:
    game = game_after(update(H.MOVED, "e1e2"))
    question = game.question
    assert question is not None
    game.apply(update(H.MOVED), 3000)
    assert game.take_proof(question, Analysis({W: cannot(W), B: can(B, "h8h7")}, None), 4000)
    assert (game.proof(W) is not None, game.proof(B)) == (True, None)


def test_an_answer_that_says_nothing_after_the_next_moves_is_not_shown() -> None:
    game = game_after(update(H.MOVED, "e1e2"))
    question = game.question
    assert question is not None
    game.apply(update(H.MOVED), 3000)
    before = game_state(game)
    assert not game.take_proof(question, Analysis({W: can(W, "h1h2"), B: undecided(B)}, None), 4000)
    assert game_state(game) == before
    assert game.question is not None


def test_an_answer_for_another_start_means_nothing() -> None:
    game = game_after(update(H.MOVED))
    question = game.question
    assert question is not None
    assert not game.take_proof(replace(question, start=chess.Board()), Analysis({W: cannot(W)}, None), 4000)
    assert game.proof(W) is None


# --- what an answer changes


@pytest.mark.parametrize(
    ("policy", "truth", "shown"),
    [
        ("chessmail", Truth(), False),
        ("chessmail", Truth({W: 0}), True),
        ("lichess", Truth({B: 0}), True),
        ("server", Truth(), False),
        ("fide", Truth(), True),
    ],
)
def test_what_disagrees_with_the_policy_is_shown(policy: FlagFall, truth: Truth, shown: bool) -> None:
    assert prove(game_after(update(H.MOVED), policy=policy), truth) == shown


@pytest.mark.parametrize("dead", [0, 1, 4])
def test_a_position_proved_dead_ends_the_game_there(dead: int) -> None:
    game = game_after(update(H.MOVED))
    assert prove(game, Truth({W: dead, B: 0}))
    assert (game.game.dead_ply, game.report.last_ply, game.question) == (dead, dead, None)
    assert game.decision is not None
    assert (game.decision.outcome, game.decision.ending) == ("draw", Ending.DEAD)
    assert game.history[dead:] == [game.history[dead]] * (5 - dead)
    assert game_state(game).flag.dead == "proof"
    game.apply(update(H.MOVED, f"{LINE} d2e2"), 70_000)
    assert game.report.last_ply == dead
    assert len(game.history) == 6


def test_by_another_policy_a_dead_position_is_only_shown() -> None:
    game = game_after(update(H.MOVED), policy="chessmail")
    assert prove(game, Truth({W: 0, B: 0}))
    assert (game.game.dead_ply, game.decision, game_state(game).flag.dead) == (None, None, "proof")


def test_a_dead_position_taken_back_is_none() -> None:
    game = game_after(update(H.MOVED))
    prove(game, Truth({W: 4, B: 4}))
    game.apply(update(H.MOVED, "e1e2 e8e7 e2d2"), 70_000)
    assert (game.game.dead_ply, game.decision) == (None, None)
    assert game.history == game_after(update(H.MOVED, "e1e2 e8e7 e2d2")).history


def test_the_end_says_whether_a_position_was_dead() -> None:
    """What was proved on the way cannot always be proved backwards from the end, and that is what a report does."""
    game = game_after(update(H.MOVED))
    prove(game, Truth({W: 2, B: 2}))
    game.apply(update(H.ENDED, f"{LINE} d2e2", finish=RESIGNED), 70_000)
    assert (game.game.dead_ply, game.proving) == (2, True)
    prove(game, Truth())
    assert (game.game.dead_ply, game.proving) == (None, False)
    assert game.decision is not None
    assert game.decision.outcome == "black_wins"
    assert game.report == score(game.game, game.rules)
    assert game.history == game_after(update(H.MOVED, f"{LINE} d2e2")).history


# --- results that wait


@pytest.mark.parametrize(("truth", "outcome"), [(Truth({B: 0}), "draw"), (Truth(), "black_wins")])
def test_a_flag_fall_waits_for_its_proof_and_corrects_nothing(truth: Truth, outcome: str) -> None:
    game = game_after(update(H.MOVED), update(H.ENDED, finish=FLAG), update(H.SETTLED, finish=FLAG))
    waiting = game_state(game)
    assert waiting.result is not None
    assert (waiting.status.provisional, waiting.result.outcome) == (True, "black_wins")
    assert waiting.result.text.en == "Black wins: flag fall (still being checked)"
    assert lobby_game(game).provisional
    assert prove(game, truth)
    proved = game_state(game)
    assert proved.result is not None
    assert (proved.status.provisional, proved.result.outcome, proved.corrections) == (False, outcome, ())
    assert "checked" not in proved.result.text.en
    assert game.changed_at_ms == 60_000


def test_what_was_given_before_is_corrected_when_the_new_result_is_proved() -> None:
    """The record has other moves than were seen; what waited in between was never given."""
    game = game_after(update(H.MOVED), update(H.ENDED, finish=RESIGNED))
    prove(game, Truth())
    given = game.points
    game.apply(update(H.SETTLED, "e1e2 e8e7", finish=FLAG), 5000)
    assert game.corrections == []
    prove(game, Truth({B: 0}), 6000)
    assert game.corrections == [Correction("moves", given, game.points, 6000)]


def test_undecided_means_the_flag_stands() -> None:
    game = game_after(update(H.SETTLED, finish=FLAG))
    question = game.question
    assert question is not None
    assert game.take_proof(question, Analysis({W: undecided(W), B: undecided(B)}, None), 2000)
    assert game.decision is not None
    assert (game.decision.outcome, game.proving, game.question) == ("black_wins", False, None)


def test_an_answer_for_another_end_means_nothing() -> None:
    game = game_after(update(H.ENDED, finish=FLAG))
    question = game.question
    assert question is not None
    answer = Analysis({W: cannot(W), B: cannot(B)}, 4)
    game.apply(update(H.SETTLED, f"{LINE} d2e2", finish=FLAG), 3000)
    assert not game.take_proof(question, answer, 4000)
    assert (game.proving, game.game.dead_ply) == (True, None)


# --- at a server


@pytest.fixture
def truth(monkeypatch: pytest.MonkeyPatch) -> Truth:
    """Who cannot mate, for everybody who asks: the follower and `judge`."""
    truth = Truth()
    for place in ("scoring.flagfall.proofs", "bot.follower.proofs"):
        monkeypatch.setattr(f"{place}.winnability", truth)
    return truth


FIDE = Rules(flag_fall="fide")
SAN = "Ke2 Ke7 Kd2 Kd7"


def course(pace_ms: int = 3_000) -> Script:
    control = TimeControl(900, 0)
    return Script(control=control, pace_ms=pace_ms, variant="fromPosition", initial_fen=WALLS.fen()).moves(SAN)


@pytest.mark.parametrize("hopeless", [{}, {B: 0}, {W: 0, B: 2}, {W: 0, B: 4}, {W: 5}])
@pytest.mark.parametrize("flag", [True, False])
async def test_live_and_report_agree(live: Live, truth: Truth, flag: bool, hopeless: dict[chess.Color, int]) -> None:
    truth.hopeless = hopeless
    script = course()
    game = (script.flag() if flag else script.resign(W)).game()
    async with following(live, rules=FIDE) as told:
        followed = await told.to_the_end(game)
        await live.turn()
    dead = len(hopeless) == 2
    drawn = dead or (flag and B in hopeless)
    ending = Ending.DEAD if dead else Ending.FLAG_FALL if flag else Ending.RESIGNATION
    stands(followed, ending, "draw" if drawn else "black_wins")
    assert (followed.corrections, followed.proving) == ([], False)


async def test_a_dead_position_is_a_draw_while_the_game_goes_on(live: Live, truth: Truth) -> None:
    truth.hopeless = {W: 2, B: 1}
    game = live.add(course().moves("Ke2 Ke7 Kd2 Kd7").wait(60_000).game())
    async with following(live, rules=FIDE) as told:
        told.follower.found(game.id, "a test")
        await live.turn(50_000)
        followed = told.game(game.id)
        assert (followed.lifecycle, followed.game.dead_ply) == ("live", 2)
        assert followed.decision is not None
        assert followed.decision.ending == Ending.DEAD


async def test_a_result_waits_while_the_worker_is_busy(live: Live, truth: Truth) -> None:
    truth.hopeless = {B: 0}
    hand = ByHand()
    async with following(live, rules=FIDE, worker=Worker(hand)) as told:
        followed = await told.to_the_end(course().flag().game())
        state = game_state(followed)
        assert state.result is not None
        assert (state.status.settled, state.status.provisional, state.result.outcome) == (True, True, "black_wins")
        shows = len(told.plies[followed.id])
        for _ in range(5):
            if hand.waiting:
                hand.let_go()
            await live.turn(2_000)
        state = game_state(followed)
        assert state.result is not None
        assert (state.status.provisional, state.result.outcome, state.corrections) == (False, "draw", ())
        assert len(told.plies[followed.id]) > shows


async def test_an_error_in_a_proof_leaves_the_game_as_it_is(live: Live, truth: Truth) -> None:
    truth.fails = True
    with capture_logs() as logs:
        async with following(live, rules=FIDE) as told:
            followed = await told.to_the_end(course().flag().game())
            await live.turn()
    assert (followed.lifecycle, followed.proving) == ("settled", True)
    assert game_state(followed).status.provisional
    assert {entry["event"] for entry in logs if entry["log_level"] == "error"} == {
        "nothing proved after an error of the program"
    }


async def test_a_game_that_is_let_go_is_not_proved(live: Live, truth: Truth) -> None:
    hand = ByHand()
    async with following(live, rules=FIDE, worker=Worker(hand)) as told:
        followed = await told.to_the_end(course().flag().game())
        await live.turn_until(lambda: told.forgotten == [followed.id], 60_000)
        while hand.waiting:
            hand.let_go()
            await live.turn(2_000)
        assert told.follower.games == {}


async def test_a_game_that_is_shown_again_is_proved_again(live: Live, truth: Truth) -> None:
    truth.hopeless = {B: 0}
    known = update(H.SETTLED, finish=FLAG, record="")
    async with following(live, rules=FIDE) as told:
        told.follower.recall(known, live.clock.now_ms() - 1_000)
        await live.turn()
        game = told.game("abcdefgh")
        assert game.decision is not None
        assert (game.decision.outcome, game.proving) == ("draw", False)

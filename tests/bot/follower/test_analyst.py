"""Questions and their answers beside the event loop: which comes next, and how often."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import chess
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.follower.analyst import LONGEST_REST_MS, REST, Analyst
from bot.follower.proofs import Analysis, Question
from bot.follower.worker import Worker
from scoring import Rules, Winnability
from tests.bot.follower.proving import ByHand, Truth

MOVES = tuple(map(chess.Move.from_uci, "e2e4 e7e5 g1f3 b8c6".split()))


def question(game_id: str = "a", plies: int = 0, low_ms: int = 50_000, *, over: bool = False) -> Question:
    return Question(game_id, chess.Board(), MOVES[:plies], (chess.WHITE,), low_ms, over)


@dataclass
class Desk:
    """An analyst, and what it told."""

    clock: ManualClock = field(default_factory=ManualClock)
    hand: ByHand = field(default_factory=ByHand)
    truth: Truth = field(default_factory=Truth)
    told: list[Question] = field(default_factory=list)
    core_s: float = 0.0

    def __post_init__(self) -> None:
        worker = Worker(self.hand)
        self.busy_s = 0.0
        self.analyst = Analyst(Rules(), self.clock, worker, self.tell, lambda *_: self.prove_it, lambda: self.busy_s)

    def prove_it(self, board: chess.Board, winner: chess.Color) -> Winnability:
        self.busy_s += self.core_s
        return self.truth(board, winner)

    def tell(self, question: Question, analysis: Analysis) -> None:
        assert analysis.proofs.keys() == {chess.WHITE}
        self.told.append(question)

    def ask(self, *questions: Question) -> None:
        for one in questions:
            self.analyst.ask(one.game_id, one)

    async def prove(self, ms: int = 0) -> None:
        """Let the proof that was begun keep a core busy for a time, on a machine that is busy with other things."""
        self.core_s = ms / 1000
        await self.clock.advance(3 * ms)
        self.hand.let_go()
        await self.clock.advance(0)

    @property
    def games(self) -> str:
        """Whose questions were answered."""
        return "".join(one.game_id for one in self.told)


@asynccontextmanager
async def at_work() -> AsyncIterator[Desk]:
    desk = Desk()
    task = asyncio.create_task(desk.analyst.run())
    await desk.clock.advance(0)
    try:
        yield desk
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_the_newest_position_replaces_one_that_was_not_begun() -> None:
    async with at_work() as desk:
        desk.ask(question(plies=0))
        await desk.clock.advance(0)
        desk.ask(question(plies=1), question(plies=2), question(plies=3))
        for _ in range(2):
            await desk.prove()
        assert [len(one.moves) for one in desk.told] == [0, 3]
        assert desk.hand.waiting == []


async def test_what_is_being_answered_is_not_asked_again() -> None:
    async with at_work() as desk:
        desk.ask(question(plies=1))
        await desk.clock.advance(0)
        desk.ask(question(plies=2), question(plies=1))
        await desk.prove()
        assert [len(one.moves) for one in desk.told] == [1]
        desk.ask(question(plies=1))
        await desk.prove()
        assert [len(one.moves) for one in desk.told] == [1, 1]


async def test_results_come_first_then_who_has_least_time_then_who_waits_longest() -> None:
    async with at_work() as desk:
        desk.ask(question("a", low_ms=9_000), question("b", low_ms=3_000), question("c", low_ms=3_000))
        desk.ask(question("d", low_ms=70_000, over=True))
        for _ in range(4):
            await desk.clock.advance(0)
            await desk.prove()
        assert desk.games == "dbca"


async def test_a_question_can_be_withdrawn() -> None:
    async with at_work() as desk:
        desk.ask(question("a"), question("b"))
        desk.analyst.ask("b", None)
        await desk.prove()
        assert (desk.games, desk.hand.waiting) == ("a", [])


async def test_after_a_proof_it_rests_but_not_for_a_result() -> None:
    async with at_work() as desk:
        desk.ask(question("a"), question("b"))
        await desk.prove(100)
        await desk.clock.advance(REST * 100 - 1)
        assert desk.hand.waiting == []
        await desk.clock.advance(1)
        await desk.prove(100)
        desk.ask(question("c"), question("d", over=True))
        await desk.clock.advance(0)
        await desk.prove(5_000)
        assert desk.games == "abd"
        await desk.clock.advance(LONGEST_REST_MS - 1)
        assert desk.hand.waiting == []
        await desk.clock.advance(1)
        await desk.prove()
        assert desk.games == "abdc"


async def test_an_error_is_logged_and_the_next_question_answered() -> None:
    async with at_work() as desk:
        desk.truth.fails = True
        with capture_logs() as logs:
            desk.ask(question("a"))
            await desk.prove()
        assert [(entry["game"], entry["log_level"]) for entry in logs] == [("a", "error")]
        desk.truth.fails = False
        desk.ask(question("b"), question("a"))
        for _ in range(2):
            await desk.clock.advance(0)
            await desk.prove()
        assert desk.games == "ba"


async def test_one_thing_at_a_time_in_order() -> None:
    hand, done = ByHand(), list[str]()
    worker = Worker(hand)
    calls = [asyncio.create_task(worker.run(partial(done.append, name))) for name in "abc"]
    for number in range(3):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (len(hand.waiting), len(done)) == (1, number)
        hand.let_go()
        await calls[number]
    assert done == ["a", "b", "c"]

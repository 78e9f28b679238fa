"""Proves what followed games ask for, beside the event loop, and never so much that the games feel it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import structlog

from bot.clock import Clock, within
from bot.follower.proofs import Analysis, Question, analyse, prover
from bot.follower.worker import Worker
from scoring import Prove, Rules

log = structlog.get_logger()

REST = 4
"""After a proof it rests so many times as long as that kept a core busy: proofs take a fifth of one at most …"""
LONGEST_REST_MS = 1_000
"""… but not longer than this; a result that waits for a proof does not wait for a rest."""


class Analyst:
    """Answers the latest question of each game, one at a time: results that wait first, then who has the least time.

    A question that was not begun is replaced by the game's next one, so there is never more than one for each game.
    """

    def __init__(
        self,
        rules: Rules,
        clock: Clock,
        worker: Worker,
        tell: Callable[[Question, Analysis], None],
        prover: Callable[[Question, Rules], Prove] = prover,
        busy_s: Callable[[], float] = time.thread_time,
    ) -> None:
        """Take the rules, the time, where to prove, who wants the answers, and what makes a prover for one question.

        `busy_s` tells for how long its thread has kept a core busy: on a busy machine that is less than the time.
        """
        self._rules = rules
        self._clock = clock
        self._worker = worker
        self._tell = tell
        self._prover = prover
        self._busy_s = busy_s
        self._questions: dict[str, Question] = {}
        self._begun: Question | None = None
        self._rests_until_ms = 0
        self._changed = asyncio.Event()

    def ask(self, game_id: str, question: Question | None) -> None:
        """Take the only question of a game from now on, or none; one that is being answered is not asked again."""
        if question is None or question == self._begun:
            self._questions.pop(game_id, None)
        else:
            self._questions[game_id] = question
            self._changed.set()

    async def run(self) -> None:
        """Answer questions, for ever."""
        while True:
            question = self._begun = await self._next()
            busy_ms = 0.0
            try:
                analysis, busy_ms = await self._worker.run(partial(self._analyse, question))
                self._begun = None
                self._tell(question, analysis)
            except Exception:
                log.exception("nothing proved after an error of the program", game=question.game_id)
            self._begun = None
            self._rests_until_ms = self._clock.now_ms() + min(LONGEST_REST_MS, round(REST * busy_ms))

    def _analyse(self, question: Question) -> tuple[Analysis, float]:
        """The answer, and how many milliseconds it kept a core busy."""
        begun_s = self._busy_s()
        analysis = analyse(question, self._rules, self._prover(question, self._rules))
        return analysis, 1000 * (self._busy_s() - begun_s)

    async def _next(self) -> Question:
        while True:
            self._changed.clear()
            rest_ms = self._rests_until_ms - self._clock.now_ms()
            due = [asked for asked in self._questions.values() if asked.over or rest_ms <= 0]
            if due:
                first = min(due, key=lambda asked: (not asked.over, asked.low_ms))
                return self._questions.pop(first.game_id)
            if self._questions:
                with suppress(TimeoutError):
                    await within(self._clock, rest_ms, self._changed.wait())
            else:
                await self._changed.wait()

"""Trying again, by a clock that stands still until it is turned."""

import asyncio
from collections.abc import Iterable
from random import Random

import pytest

from bot.clock import ManualClock
from bot.lichess.errors import LichessError, NotFoundError, RateLimitError, TokenError
from bot.lichess.retry import FIRST_PAUSE_MS, LONGEST_PAUSE_MS, is_passing, pause_ms, persist

DOUBLING = [1, 2, 4, 8, 16, 32, 60, 60, 60]


class Steady(Random):
    """Chance that adds nothing to a pause."""

    def randrange(self, *_: object) -> int:
        return 0


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (LichessError("x"), True),
        (RateLimitError("x"), True),
        (NotFoundError("x"), False),
        (TokenError("x"), False),
        (ValueError("x"), False),
        (asyncio.CancelledError(), False),
    ],
)
def test_what_trying_again_may_help_against(error: BaseException, passing: bool) -> None:
    assert is_passing(error) is passing


def test_pauses_double_up_to_a_minute() -> None:
    assert [pause_ms(tries, Steady()) for tries in range(1, 10)] == [1000 * seconds for seconds in DOUBLING]
    assert pause_ms(10**9, Steady()) == LONGEST_PAUSE_MS


def test_chance_makes_pauses_a_little_longer_and_no_two_the_same() -> None:
    random = Random(1)
    pauses = [pause_ms(20, random) for _ in range(200)]
    assert len(set(pauses)) > 100
    assert all(LONGEST_PAUSE_MS <= pause < LONGEST_PAUSE_MS + FIRST_PAUSE_MS for pause in pauses)


class Connection:
    """Connections that break one after the other, each with progress or without, and then one that ends well."""

    def __init__(self, gains: Iterable[int], end: Exception | None = None) -> None:
        self.gains = list(gains)
        self.end = end
        self.progress = 0
        self.clock = ManualClock()
        self.opened_s: list[float] = []
        self.lost: list[str] = []

    async def connect(self) -> None:
        self.opened_s.append(self.clock.now_ms() / 1000)
        if not self.gains:
            if self.end:
                raise self.end
            return
        self.progress += self.gains.pop(0)
        raise LichessError(f"break {len(self.opened_s)}")

    def start(self) -> "asyncio.Task[None]":
        persisting = persist(
            self.connect,
            progress=lambda: self.progress,
            lost=lambda error: self.lost.append(str(error)),
            clock=self.clock,
            random=Steady(),
        )
        return asyncio.create_task(persisting)

    async def pauses_s(self) -> list[float]:
        """The pauses between the connections."""
        task = self.start()
        for _ in range(1000):
            await self.clock.advance(1000)
        await task
        return [later - before for before, later in zip(self.opened_s, self.opened_s[1:], strict=False)]


PAUSES: dict[str, tuple[list[int], list[int]]] = {
    "nothing breaks": ([], []),
    "one break": ([0], [1]),
    "nothing is ever gained": ([0] * 9, DOUBLING),
    "always something is gained": ([1] * 9, [1] * 9),
    "something is gained after a while": ([0, 0, 0, 1, 0, 0, 0], [1, 2, 4, 1, 1, 2, 4]),
    "something is gained now and then": ([0, 0, 1, 0, 0, 1, 1, 0], [1, 2, 1, 1, 2, 1, 1, 1]),
}


@pytest.mark.parametrize(("gains", "pauses"), PAUSES.values(), ids=PAUSES)
async def test_pauses_grow_only_while_nothing_is_gained(gains: list[int], pauses: list[int]) -> None:
    connection = Connection(gains)
    assert await connection.pauses_s() == pauses
    assert connection.lost == [f"break {number}" for number in range(1, len(gains) + 1)]


@pytest.mark.parametrize("error", [NotFoundError("gone"), TokenError("refused"), ZeroDivisionError("a bug")])
async def test_what_does_not_pass_is_raised_at_once(error: Exception) -> None:
    connection = Connection([0, 1], end=error)
    task = connection.start()
    await connection.clock.advance(60_000)
    with pytest.raises(type(error)) as raised:
        await task
    assert raised.value is error
    assert connection.lost == ["break 1", "break 2"]


async def test_it_never_ends_while_it_fails() -> None:
    connection = Connection([0] * 10_000)
    task = connection.start()
    for _ in range(24 * 60):
        await connection.clock.advance(60_000)
    assert not task.done()
    assert 24 * 60 <= len(connection.opened_s) <= 24 * 60 + 10
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()

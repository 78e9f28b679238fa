"""Running the sources: one that fails is tried again, and never disturbs another."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

import pytest
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.follower.sources import GOOD_MS, REFUSED_MS, WORKED_MS, Sources, SourceStatus
from bot.lichess.errors import LichessError, NotFoundError, RateLimitError, TokenError
from bot.together import together
from bot.trouble import tell_trouble
from bot.updates import Listener
from tests.bot.sources.hearing import Hearing

BUG = "an error of the program, see the log"
START_MS = 1_700_000_000_000


@dataclass
class Scripted:
    """A source that finds a game each time, runs for some time, and then ends as the script says; at last it stays."""

    name: str
    clock: ManualClock
    ends: list[Exception | None] = field(default_factory=list)
    lasts_ms: int = 0
    started_ms: list[int] = field(default_factory=list)
    leaving: int = 0

    async def run(self, listener: Listener) -> None:
        self.started_ms.append(self.clock.now_ms())
        listener.found(f"{self.name}{len(self.started_ms)}", self.name)
        try:
            await self.clock.sleep_until_ms(self.clock.now_ms() + self.lasts_ms)
            if not self.ends:
                await asyncio.Event().wait()
            if error := self.ends.pop(0):
                raise error
        finally:
            self.leaving += 1

    @property
    def pauses_s(self) -> list[int]:
        """The pauses between two runs, in whole seconds: chance adds less than one."""
        pairs = itertools.pairwise(self.started_ms)
        return [(later - before - self.lasts_ms) // 1000 for before, later in pairs]


@asynccontextmanager
async def running(*sources: Scripted) -> AsyncIterator[tuple[list[SourceStatus], Hearing]]:
    hearing = Hearing()
    runner = Sources(sources, hearing, sources[0].clock, Random(1))
    task = asyncio.create_task(runner.run())
    await sources[0].clock.advance(0)
    yield runner.statuses, hearing
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_before_it_runs_a_source_waits() -> None:
    clock = ManualClock()
    assert Sources([Scripted("one", clock)], Hearing(), clock).statuses == [SourceStatus("one", "waiting", START_MS)]


async def test_a_source_that_fails_is_tried_again_with_growing_pauses() -> None:
    clock = ManualClock()
    ill = Scripted("ill", clock, [LichessError("the connection broke")] * 9)
    well = Scripted("well", clock)
    async with running(ill, well) as (statuses, hearing):
        assert statuses[0] == SourceStatus("ill", "waiting", START_MS, "the connection broke")
        assert statuses[1] == SourceStatus("well", "running", START_MS)
        await clock.advance(600_000)
        assert ill.pauses_s == [1, 2, 4, 8, 16, 32, 60, 60, 60]
        assert statuses[0] == SourceStatus("ill", "running", ill.started_ms[-1])
        assert statuses[1] == SourceStatus("well", "running", START_MS)
        assert (well.started_ms, well.leaving) == ([START_MS], 0)
        assert hearing.found_ids == ["ill1", "well1", *(f"ill{number}" for number in range(2, 11))]


async def test_a_source_that_went_well_for_long_begins_its_tries_anew() -> None:
    clock = ManualClock()
    short = Scripted("short", clock, [LichessError("x")] * 4, lasts_ms=GOOD_MS - 1)
    long = Scripted("long", clock, [LichessError("x")] * 4, lasts_ms=GOOD_MS)
    async with running(short, long):
        await clock.advance(5 * GOOD_MS + 60_000)
        assert short.pauses_s == [1, 2, 4, 8]
        assert long.pauses_s == [1, 1, 1, 1]


STOPPING = {
    "a refused token": TokenError("the server refuses the token (HTTP 401)"),
    "nothing there": NotFoundError("the arena does not exist there"),
}


@pytest.mark.parametrize("error", STOPPING.values(), ids=STOPPING)
async def test_what_trying_again_does_not_help_against_stops_a_source(error: LichessError) -> None:
    clock = ManualClock()
    ill, well = Scripted("ill", clock, [error], lasts_ms=5_000), Scripted("well", clock)
    with capture_logs() as logs:
        async with running(ill, well) as (statuses, _):
            await clock.advance(3_600_000)
            assert statuses[0] == SourceStatus("ill", "stopped", START_MS + 5_000, str(error))
            assert statuses[1].state == "running"
    assert len(ill.started_ms) == 1
    assert logs == [{"event": "source stopped", "log_level": "error", "source": "ill", "reason": str(error)}]


async def test_a_request_for_a_pause_stops_no_source() -> None:
    clock = ManualClock()
    source = Scripted("one", clock, [RateLimitError("the server asks for a pause")])
    async with running(source) as (statuses, _):
        await clock.advance(2_000)
        assert (statuses[0].state, len(source.started_ms)) == ("running", 2)


async def test_a_bug_in_a_source_is_logged_and_tried_again() -> None:
    clock = ManualClock()
    ill, well = Scripted("ill", clock, [ZeroDivisionError("secret")] * 3), Scripted("well", clock)
    with capture_logs() as logs:
        async with running(ill, well) as (statuses, _):
            assert statuses[0] == SourceStatus("ill", "waiting", START_MS, BUG)
            await clock.advance(60_000)
            assert statuses[0].state == "running"
    assert ill.pauses_s == [1, 2, 4]
    assert well.leaving == 1  # when all was left
    told = {(entry["event"], entry["source"], entry.get("exc_info")) for entry in logs}
    assert told == {("source waits after an error of the program", "ill", True)}


async def test_a_source_that_has_nothing_more_to_tell_ends() -> None:
    clock = ManualClock()
    sources = [Scripted("one", clock, [None]), Scripted("two", clock, [LichessError("x"), None], lasts_ms=1_000)]
    runner = Sources(sources, Hearing(), clock, Random(1))
    task = asyncio.create_task(runner.run())
    await clock.advance(10_000)
    assert task.done()
    assert [(status.state, status.note) for status in runner.statuses] == [("stopped", None)] * 2


async def test_leaving_ends_all_sources_those_that_wait_too() -> None:
    clock = ManualClock()
    ill, well = Scripted("ill", clock, [LichessError("x")] * 9), Scripted("well", clock)
    async with running(ill, well):
        await clock.advance(10_000)
    before = len(ill.started_ms)
    await clock.advance(600_000)
    assert (len(ill.started_ms), well.leaving) == (before, 1)


@pytest.mark.parametrize(("lasts_ms", "tried"), [(WORKED_MS - 1, 1), (WORKED_MS, 2)])
async def test_what_is_refused_after_it_has_worked_is_tried_again_much_later(lasts_ms: int, tried: int) -> None:
    clock = ManualClock()
    source = Scripted("one", clock, [TokenError("refused")], lasts_ms)
    async with running(source) as (statuses, _):
        await clock.advance(lasts_ms)
        assert (statuses[0].state, statuses[0].note) == ("stopped" if tried == 1 else "waiting", "refused")
        await clock.advance(REFUSED_MS)
        assert len(source.started_ms) == tried


async def test_what_goes_wrong_deep_within_a_source_is_told_until_it_goes_on_again() -> None:
    clock = ManualClock()

    class Deep(Scripted):
        async def run(self, listener: Listener) -> None:
            async with together() as group:
                group.create_task(self.trouble())

        async def trouble(self) -> None:
            await self.clock.sleep_until_ms(START_MS + 1_000)
            tell_trouble("the connection broke")
            await self.clock.sleep_until_ms(START_MS + 5_000)
            tell_trouble(None)
            await asyncio.Event().wait()

    deep, well = Deep("deep", clock), Scripted("well", clock)
    async with running(deep, well) as (statuses, _):
        await clock.advance(2_000)
        assert statuses[0] == SourceStatus("deep", "waiting", START_MS + 1_000, "the connection broke")
        assert statuses[1].state == "running"
        await clock.advance(4_000)
        assert statuses[0] == SourceStatus("deep", "running", START_MS + 5_000)

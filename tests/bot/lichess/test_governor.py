"""One pace for all requests."""

import asyncio

import pytest

from bot.clock import ManualClock
from bot.lichess.errors import RateLimitError, asked_pause_ms
from bot.lichess.governor import FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Budget, Governor
from bot.lichess.simulator.faults import RATE_LIMIT_RETRY_AFTER, RATE_LIMIT_SECONDS, Refuse
from tests.bot.live import Live


async def test_requests_pass_until_the_server_complains() -> None:
    governor = Governor(ManualClock())
    await governor.ready()
    assert governor.pause_left_ms == 0


async def test_a_pause_holds_everybody_for_at_least_a_minute() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    governor.limited()
    waiting = [asyncio.create_task(governor.ready()) for _ in range(3)]
    await clock.advance(59_999)
    assert not any(task.done() for task in waiting)
    await clock.advance(1)
    assert all(task.done() for task in waiting)


async def test_pauses_grow_while_they_do_not_help() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    pauses = []
    for _ in range(9):
        governor.limited()
        pauses.append(governor.pause_left_ms)
        await clock.advance(pauses[-1])
    assert pauses == [min(FIRST_PAUSE_MS * 2**n, LONGEST_PAUSE_MS) for n in range(9)]
    assert pauses[-1] == LONGEST_PAUSE_MS


async def test_an_answer_makes_the_next_pause_a_short_one_again() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    for _ in range(3):
        governor.limited()
        await clock.advance(governor.pause_left_ms)
    await clock.advance(8 * FIRST_PAUSE_MS)
    governor.succeeded()
    governor.limited()
    assert governor.pause_left_ms == FIRST_PAUSE_MS


async def test_an_answer_right_after_a_pause_proves_nothing_for_the_others() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    governor.limited()
    await clock.advance(FIRST_PAUSE_MS)
    governor.succeeded()
    governor.limited()
    assert governor.pause_left_ms == 2 * FIRST_PAUSE_MS


async def test_complaints_about_requests_under_way_do_not_lengthen_the_pause() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    for _ in range(8):
        governor.limited()
    assert governor.pause_left_ms == FIRST_PAUSE_MS
    await clock.advance(FIRST_PAUSE_MS)
    governor.limited()
    assert governor.pause_left_ms == 2 * FIRST_PAUSE_MS


async def test_who_wakes_into_a_new_pause_waits_on() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    governor.limited()

    async def unlucky() -> None:
        await governor.ready()
        governor.limited()

    first, second = asyncio.create_task(unlucky()), asyncio.create_task(governor.ready())
    await clock.advance(FIRST_PAUSE_MS)
    assert first.done()
    assert not second.done()
    await clock.advance(2 * FIRST_PAUSE_MS)
    assert second.done()


async def test_one_request_at_a_time_streams_beside_them() -> None:
    governor = Governor(ManualClock())
    async with governor.turn():
        waiting = asyncio.create_task(governor.turn().__aenter__())
        await asyncio.sleep(0)
        assert governor.waiting == 1
        await asyncio.wait_for(governor.ready(), 10)
        assert not waiting.done()
    await waiting
    assert governor.waiting == 0


async def test_a_turn_that_was_given_up_keeps_nobody_waiting() -> None:
    clock = ManualClock()
    governor = Governor(clock)
    governor.limited()
    turns = [asyncio.create_task(governor.turn().__aenter__()) for _ in range(3)]
    await clock.advance(1000)
    assert governor.waiting == 3
    for turn in turns[:2]:
        turn.cancel()
    await clock.advance(59_000)
    assert turns[2].done()
    assert governor.waiting == 0


LIMITED = '{"error":"Too many requests. Try again later."'
ASKED: dict[str, tuple[dict[str, str], str, int]] = {
    # what a refusal says: headers, body, the milliseconds that it asks for
    "nothing": ({}, "", 0),
    "words": ({}, LIMITED + "}", 0),
    "HTML": ({}, "<html><head><title>lichess.org - too many requests</title></head></html>", 0),
    "seconds": ({}, LIMITED + ',"ratelimit":{"key":"game.export","seconds":90}}', 90_000),
    "a part of a second": ({}, LIMITED + ',"ratelimit":{"seconds":0.25}}', 250),
    "less than nothing": ({}, LIMITED + ',"ratelimit":{"seconds":-5}}', 0),
    "far too long": ({}, LIMITED + ',"ratelimit":{"seconds":1e300}}', 10**9),
    "no number": ({}, LIMITED + ',"ratelimit":{"seconds":"soon"}}', 0),
    "no limit": ({}, LIMITED + ',"ratelimit":null}', 0),
    "half an answer": ({}, LIMITED + ',"ratelimit":{"sec', 0),
    "Retry-After": ({"Retry-After": "120"}, "", 120_000),
    "both": ({"Retry-After": "30"}, LIMITED + ',"ratelimit":{"seconds":90}}', 90_000),
    "Retry-After as a date": ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, "", 0),
    "Retry-After in other digits": ({"Retry-After": "١٢"}, "", 0),
    "Retry-After without end": ({"Retry-After": "9" * 400}, "", 10**9),
}


@pytest.mark.parametrize(("headers", "body", "asked_ms"), ASKED.values(), ids=ASKED)
def test_how_long_a_refusal_asks_to_wait(headers: dict[str, str], body: str, asked_ms: int) -> None:
    assert asked_pause_ms(headers, body.encode()) == asked_ms


@pytest.mark.parametrize(
    ("asked_ms", "pause_ms"), [(0, 60_000), (30_000, 60_000), (90_000, 90_000), (10**9, LONGEST_PAUSE_MS)]
)
async def test_what_the_server_asks_for_only_makes_a_pause_longer(asked_ms: int, pause_ms: int) -> None:
    governor = Governor(ManualClock())
    governor.limited(asked_ms)
    assert governor.pause_left_ms == pause_ms
    governor.limited()
    assert (governor.pause_left_ms, governor.pauses) == (pause_ms, 1)


@pytest.mark.parametrize("refusal", [RATE_LIMIT_SECONDS, RATE_LIMIT_RETRY_AFTER])
async def test_the_pause_that_a_server_asks_for_over_http(live: Live, refusal: Refuse) -> None:
    live.simulator.faults.add(refusal, route="stream", count=1)
    with pytest.raises(RateLimitError):
        async with live.client.stream("/api/stream/game/abcdefgh", "game abcdefgh"):
            pass
    assert live.governor.pause_left_ms == 90_000
    assert live.governor.limited_at_ms == live.clock.now_ms()


async def test_a_budget_lets_as_many_pass_as_it_allows_within_its_time() -> None:
    clock = ManualClock(0)
    budget = Budget(clock, limit=3, window_ms=10_000)
    spent_ms: list[int] = []

    async def spend() -> None:
        await budget.spend()
        spent_ms.append(clock.now_ms())

    tasks = [asyncio.create_task(spend()) for _ in range(3)]
    await clock.advance(4_000)
    tasks += [asyncio.create_task(spend()) for _ in range(7)]
    await clock.advance(60_000)
    await asyncio.gather(*tasks)
    assert spent_ms == [0] * 3 + [10_000] * 3 + [20_000] * 3 + [30_000]

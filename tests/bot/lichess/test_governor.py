"""One pace for all requests."""

import asyncio

from bot.clock import ManualClock
from bot.lichess.governor import FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Governor


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

"""The simulator's time."""

import asyncio

import pytest

from bot.lichess.simulator import Clock, ManualClock, RealClock


async def test_sleepers_wake_in_order_at_their_times() -> None:
    clock = ManualClock(0)
    woken: list[tuple[str, int]] = []

    async def sleeper(name: str, *times: int) -> None:
        for time in times:
            await clock.sleep_until_ms(time)
            woken.append((name, clock.now_ms()))

    tasks = [asyncio.create_task(sleeper("a", 300, 500)), asyncio.create_task(sleeper("b", 100, 200, 400, 900))]
    await clock.advance(500)
    assert woken == [("b", 100), ("b", 200), ("a", 300), ("b", 400), ("a", 500)]
    assert clock.now_ms() == 500
    await clock.advance(400)
    await asyncio.gather(*tasks)


async def test_cancelled_sleepers_are_forgotten() -> None:
    clock = ManualClock(0)
    task = asyncio.create_task(clock.sleep_until_ms(100))
    await clock.advance(0)
    task.cancel()
    await clock.advance(200)
    assert task.cancelled()


@pytest.mark.parametrize("clock", [ManualClock(5000), RealClock()])
async def test_the_past_does_not_keep_anyone_waiting(clock: Clock) -> None:
    await clock.sleep_until_ms(0)


async def test_real_time_may_go_faster() -> None:
    clock = RealClock(speed=100_000)
    begin_ms = clock.now_ms()
    await clock.sleep_until_ms(begin_ms + 500)
    assert clock.now_ms() >= begin_ms + 500


def test_time_must_go_on() -> None:
    with pytest.raises(ValueError, match="above 0"):
        RealClock(speed=0)

"""A clock that is held, and made faster and slower, while others wait for its times."""

import asyncio

import pytest

from bot.clock import ManualClock, SteeredClock


def steered(speed: float = 1.0) -> tuple[ManualClock, SteeredClock]:
    base = ManualClock(1000)
    return base, SteeredClock(base, speed)


async def test_it_goes_on_from_the_other_clocks_time_at_its_speed() -> None:
    base, clock = steered(10)
    assert clock.now_ms() == 1000
    await base.advance(50)
    assert clock.now_ms() == 1500
    clock.steer(speed=0.5)
    assert (clock.now_ms(), clock.speed) == (1500, 0.5)
    await base.advance(100)
    assert clock.now_ms() == 1550


async def test_it_is_held_and_goes_on() -> None:
    base, clock = steered(2)
    clock.steer(paused=True)
    await base.advance(10_000)
    assert (clock.now_ms(), clock.paused) == (1000, True)
    clock.steer(speed=4)
    assert clock.paused
    clock.steer(paused=False)
    await base.advance(10)
    assert clock.now_ms() == 1040


async def test_sleepers_wake_at_their_time_however_it_is_steered() -> None:
    base, clock = steered()
    woken: list[tuple[int, int]] = []

    async def sleeper(due_ms: int) -> None:
        await clock.sleep_until_ms(due_ms)
        woken.append((due_ms, base.now_ms()))

    tasks = [asyncio.create_task(sleeper(due_ms)) for due_ms in (1100, 2000, 3000, 500)]
    await base.advance(100)
    assert woken == [(500, 1000), (1100, 1100)]
    clock.steer(paused=True)
    await base.advance(60_000)
    clock.steer(paused=False, speed=10)
    await base.advance(90)
    assert woken[2:] == [(2000, 61_190)]
    clock.steer(speed=0.5)
    await base.advance(1999)
    assert len(woken) == 3
    await base.advance(1)
    assert woken[3:] == [(3000, 63_190)]
    await asyncio.gather(*tasks)


@pytest.mark.parametrize("speed", [0, -1])
def test_time_must_go_on(speed: float) -> None:
    _, clock = steered()
    with pytest.raises(ValueError, match="above 0"):
        clock.steer(speed=speed)
    assert clock.speed == 1

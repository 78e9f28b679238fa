"""A bus has one bot."""

import asyncio

import pytest
from redis.asyncio import Redis

from overlay.bus.connect import connect
from overlay.bus.lease import Lease, LeaseLost, LeaseTaken
from tests.overlay.bus.machines import NAME, Machines
from tests.overlay.bus.redis_server import RedisServer


async def test_a_second_bot_is_told_who_is_there(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lease, "LASTS_MS", 10_000)
    first, second = Lease(redis, NAME, "kitchen"), Lease(redis, NAME)
    await first.take()
    keeping = asyncio.create_task(first.keep())
    sentence = r"^the bus 'show' has a bot already: kitchen, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$"
    with pytest.raises(LeaseTaken, match=sentence):
        await second.take()
    keeping.cancel()
    await asyncio.wait([keeping])


async def test_two_busses_are_two_things(redis: Redis) -> None:
    await Lease(redis, "one").take()
    await Lease(redis, "two").take(wait_s=0)


async def test_the_lease_of_a_killed_bot_runs_out(redis: Redis) -> None:
    await Lease(redis, NAME).take()
    second = Lease(redis, NAME)
    await second.take()
    assert await redis.get(second.key) == second.value
    assert 0 < await redis.pttl(second.key) <= Lease.LASTS_MS


async def test_a_lease_that_never_runs_out_is_not_waited_for(redis: Redis) -> None:
    await redis.set(f"{NAME}:bot", b"\xff nobody's")
    with pytest.raises(LeaseTaken, match="one that does not say who it is"):
        await Lease(redis, NAME).take(wait_s=0.03)


async def test_a_lease_that_ran_out_is_taken_again_unless_another_one_has_it(redis: Redis) -> None:
    lease = Lease(redis, NAME)
    await lease.take()
    keeping = asyncio.create_task(lease.keep())
    await redis.delete(lease.key)
    async with asyncio.timeout(15):
        while not await redis.exists(lease.key):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    await redis.set(lease.key, "somebody else")
    with pytest.raises(LeaseLost, match=r"^another bot has taken the bus 'show'"):
        await asyncio.wait_for(keeping, 15)


async def test_it_is_kept_when_redis_comes_back_empty(server: RedisServer, machines: Machines) -> None:
    bot = await machines.bot()
    assert bot.lease.can_renew
    server.kill()
    async with asyncio.timeout(15):
        while bot.lease.can_renew:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    server.start()
    async with asyncio.timeout(15), connect(server.url, None) as redis:
        while await redis.get(bot.lease.key) != bot.lease.value:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    assert bot.lease.can_renew
    with pytest.raises(LeaseTaken):
        await machines.bot()

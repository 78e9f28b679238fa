"""What nodes ask the bot for is done once, and whoever asks hears of it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from overlay.bus import asks as asks_module
from overlay.bus.asks import Answers, Asks, Handler
from overlay.bus.lease import Lease
from overlay.bus.no_answer import NoAnswer
from tests.overlay.bus.machines import NAME, Machines, until
from tests.overlay.bus.redis_server import RedisServer

Answering = Callable[[dict[str, Handler]], asyncio.Task[None]]


@pytest_asyncio.fixture
async def answering(redis: Redis) -> AsyncIterator[Answering]:
    """Begins to answer, with the lease."""
    lease, tasks = Lease(redis, NAME), []
    await lease.take()
    tasks.append(asyncio.create_task(lease.keep()))

    def begin(handlers: dict[str, Handler]) -> asyncio.Task[None]:
        tasks.append(asyncio.create_task(Answers(redis, NAME, lease).run(handlers)))
        return tasks[-1]

    yield begin
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def echo(body: bytes) -> bytes:
    return body[::-1]


async def test_an_ask_is_answered(redis: Redis, answering: Answering) -> None:
    answering({"echo": echo})
    bodies = [b"", b"abc", bytes(range(256)) * 5000]
    assert await asyncio.gather(*(Asks(redis, NAME).ask("echo", body) for body in bodies)) == [b[::-1] for b in bodies]


async def test_an_ask_from_before_the_bot_was_there_is_done(redis: Redis, answering: Answering) -> None:
    asking = asyncio.create_task(Asks(redis, NAME).ask("echo", b"abc"))
    await asyncio.sleep(0.05)
    answering({"echo": echo})
    assert await asking == b"cba"


async def test_an_ask_that_comes_too_late_is_not_done(redis: Redis, answering: Answering) -> None:
    done: list[bytes] = []

    async def do(body: bytes) -> bytes:
        done.append(body)
        return b""

    asks = Asks(redis, NAME)
    with pytest.raises(NoAnswer, match=r"^the bot has not answered; look whether it was done"):
        await asks.ask("act", b"early", timeout_s=0.5)
    with pytest.raises(NoAnswer, match=r"^the bot has not answered$"):
        await asks.ask("status", b"", timeout_s=0.5)
    answering({"act": do})
    await asks.ask("act", b"late")
    assert done == [b"late"]


async def test_questions_leave_room_for_changes(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asks_module, "WAITING", 1)
    asks = Asks(redis, NAME)
    asking = [asyncio.create_task(asks.ask(kind, b"", timeout_s=1)) for kind in ("status", "status", "act")]
    await _asked(redis, 2)
    lines: Any = await redis.xrange(f"{NAME}:asks")
    assert sorted(fields[b"kind"] for _, fields in lines) == [b"act", b"status"]
    assert all(isinstance(one, NoAnswer) for one in await asyncio.gather(*asking, return_exceptions=True))


async def test_what_goes_wrong_is_answered_and_the_next_one_is_done(
    redis: Redis, answering: Answering, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_body: bytes) -> bytes:
        raise RuntimeError("a secret of the bot")

    answering({"fail": fail, "echo": echo})
    asks = Asks(redis, NAME)
    for kind in ("fail", "unknown"):
        with pytest.raises(NoAnswer) as raised:
            await asks.ask(kind, b"")
        assert str(raised.value) == "the bot could not do this; its log says why"
    await redis.xadd(f"{NAME}:asks", {"nobody": "asks like that"})
    await redis.xadd(f"{NAME}:asks", {"id": "1", "kind": b"\xff", "body": "", "till": "x"})
    assert await asks.ask("echo", b"ab") == b"ba"
    assert "a secret of the bot" in caplog.text


async def _asked(redis: Redis, number: int) -> None:
    """Wait until so many have been asked."""
    async with asyncio.timeout(15):
        while True:
            if await redis.xlen(f"{NAME}:asks") >= number:
                return
            await asyncio.sleep(0.001)


async def test_actions_keep_their_order_and_wait_for_no_file(redis: Redis, answering: Answering) -> None:
    done: list[bytes] = []
    go_on = asyncio.Event()

    async def act(body: bytes) -> bytes:
        if body == b"0":
            await asyncio.sleep(0.05)
        done.append(body)
        return b""

    async def write(_body: bytes) -> bytes:
        await go_on.wait()
        return b"file"

    answering({"act": act, "file": write})
    asks = Asks(redis, NAME)
    files = [asyncio.create_task(asks.ask("file", b"")) for _ in range(12)]
    acts = []
    for number in range(5):
        await _asked(redis, len(files) + number)
        acts.append(asyncio.create_task(asks.ask("act", b"%d" % number)))
    await asyncio.gather(*acts)
    assert done == [b"0", b"1", b"2", b"3", b"4"]
    go_on.set()
    assert set(await asyncio.gather(*files)) == {b"file"}


async def test_nothing_is_done_twice_whatever_is_sent_again(redis: Redis, answering: Answering) -> None:
    done: list[bytes] = []

    async def act(body: bytes) -> bytes:
        done.append(body)
        return b""

    asks = Asks(redis, NAME)
    script, calls = asks._script, 0

    async def lossy(keys: list[str], args: list[str]) -> int:
        nonlocal calls
        await script(keys=keys, args=args)
        calls += 1
        if calls % 3:
            raise ConnectionResetError("done, but nobody heard of it")
        return 1

    asks._script = lossy  # type: ignore[assignment]
    first = answering({"act": act})
    await asks.ask("act", b"a")
    first.cancel()
    answering({"act": act})  # after a restart
    await asyncio.gather(*(asks.ask("act", b"%d" % number) for number in range(4)))
    await redis.delete(f"{NAME}:cursor")
    await redis.xtrim(f"{NAME}:asks", maxlen=4, approximate=False)  # Redis is as it was a moment ago
    await asks.ask("act", b"z")
    assert sorted(done) == [b"0", b"1", b"2", b"3", b"a", b"z"]


async def test_a_bot_without_the_lease_does_nothing(redis: Redis, answering: Answering) -> None:
    answering({"echo": echo})
    await redis.set(f"{NAME}:bot", "somebody else")
    with pytest.raises(NoAnswer):
        await Asks(redis, NAME).ask("echo", b"", timeout_s=0.1)


async def test_redis_is_away_while_something_is_asked(server: RedisServer, machines: Machines) -> None:
    bot, node = await machines.bot(), await machines.node()
    done: list[bytes] = []

    async def act(body: bytes) -> bytes:
        done.append(body)
        server.kill()  # before it can answer
        server.start()
        return b"done"

    bot.run(Answers(bot.redis, NAME, bot.lease).run({"act": act}))
    asks = Asks(node.redis, NAME)
    assert await asks.ask("act", b"1") == b"done"
    server.kill()
    with pytest.raises(NoAnswer, match=r"^the bus cannot be reached, so the bot was not asked$"):
        await asks.ask("act", b"2", timeout_s=0.1)
    asking = asyncio.create_task(asks.ask("act", b"3"))
    server.start()
    assert await asking == b"done"
    assert done == [b"1", b"3"]
    await until(lambda: node.hub.silent_since is None)

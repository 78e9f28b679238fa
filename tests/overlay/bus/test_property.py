"""Whatever is told, removed, cut and killed in whatever order: in the end every viewer of every node has the same."""

import asyncio
import random
from contextlib import AsyncExitStack

import msgspec
import pytest
from aiohttp.test_utils import TestClient, TestServer

from overlay.bus.outlet import Outlet
from overlay.hub import Hub
from overlay.web.app import create_app
from tests.overlay import samples
from tests.overlay.bus.machines import Machines, Node, same, told, until
from tests.overlay.bus.redis_server import RedisServer
from tests.overlay.conftest import Web

GAMES = [f"game/{letter}" for letter in "abcdef"]


def change(hub: Hub, dice: random.Random) -> None:
    """Something happens in the world."""
    topic = dice.choice(GAMES)
    if dice.random() < 0.2:
        hub.remove(topic)
    else:
        hub.publish(topic, samples.state(topic[-1], dice.randrange(40)))


@pytest.mark.parametrize("seed", range(4))
async def test_nodes_end_with_what_the_bot_tells(
    seed: int, server: RedisServer, machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outlet, "SETTLES_S", 0.2)
    dice = random.Random(seed)
    bot, nodes = await machines.bot(), [await machines.node(), await machines.node()]
    for step in range(60):
        for _ in range(dice.randrange(6)):
            change(bot.hub, dice)
        match dice.randrange(12):
            case 0:
                await bot.redis.client_kill_filter(_type="pubsub")
            case 1:
                await bot.redis.client_kill_filter(_type="normal", skipme=True)
            case 2:
                await bot.redis.publish("show:states", b"9 nonsense")
            case 3:
                await nodes[0].kill()
                nodes = [nodes[1], await machines.node()]
            case 4 if step % 3 == 0:
                server.kill()
                change(bot.hub, dice)
                server.start()
        await asyncio.sleep(dice.choice([0, 0, 0.001, 0.01]))
    await until(lambda: same(bot, *nodes))
    assert all(node.inlet.ready for node in nodes)


class Viewer:
    """A page: follows all games over a WebSocket, and comes back when it is cut off."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}

    async def watch(self, client: Web) -> None:
        async with client.ws_connect(f"/ws?topics={','.join(GAMES)}") as socket:
            async for message in socket:
                frame = msgspec.json.decode(message.data)
                if frame["state"] is None:
                    self.versions.pop(frame["topic"], None)
                else:
                    self.versions[frame["topic"]] = frame["version"]


async def test_every_viewer_of_both_nodes_ends_with_the_same_versions(server: RedisServer, machines: Machines) -> None:
    dice = random.Random(8)
    bot, nodes = await machines.bot(), [await machines.node(), await machines.node()]
    async with AsyncExitStack() as stack:

        async def viewers_of(node: Node) -> list[Viewer]:
            client = await stack.enter_async_context(TestClient(TestServer(create_app(node.hub))))
            viewers = [Viewer() for _ in range(5)]
            for viewer in viewers:
                task = asyncio.create_task(viewer.watch(client))
                stack.callback(task.cancel)
            return viewers

        viewers = [viewer for node in nodes for viewer in await viewers_of(node)]
        for round_ in range(4):
            for _ in range(30):
                change(bot.hub, dice)
                await asyncio.sleep(0.001)
            if round_ == 1:
                server.kill()
                change(bot.hub, dice)
                server.start()
            if round_ == 2:
                await bot.kill()
                bot = await machines.bot()
                for topic in GAMES[:4]:
                    bot.hub.publish(topic, samples.state(topic[-1], 39))
        await until(lambda: not bot.outlet._waiting)
        await until(lambda: told(nodes[0].hub) == told(nodes[1].hub))

        def versions() -> dict[str, int]:
            return {topic: version for topic, (version, _body) in told(nodes[0].hub).items()}

        await until(lambda: all(viewer.versions == versions() for viewer in viewers))
        assert len(versions()) >= 4
        await until(lambda: all(node.hub.silent_since is None for node in nodes))

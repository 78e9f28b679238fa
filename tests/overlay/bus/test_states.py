"""States come to every node as the bot tells them, whatever is killed meanwhile."""

from overlay.state import GameState
from tests.overlay import samples
from tests.overlay.bus.machines import Bot, Node, same, until
from tests.overlay.bus.redis_server import RedisServer


async def test_nodes_tell_what_the_bot_tells(server: RedisServer) -> None:
    bot = await Bot.start(server.url)
    bot.hub.publish("game/a", samples.state("a", 1))
    early = await Node.start(server.url)
    await until(lambda: same(bot, early))
    bot.hub.publish("game/a", samples.state("a", 2))
    bot.hub.publish("lobby", samples.lobby())
    bot.hub.remove("game/a")
    bot.hub.publish("game/b", samples.state("b", 2))
    late = await Node.start(server.url)
    await until(lambda: same(bot, early, late))
    assert early.hub.silent_since is None
    assert early.inlet.ready
    for machine in (bot, early, late):
        await machine.kill()


async def test_redis_is_killed_and_comes_back_empty(server: RedisServer) -> None:
    bot = await Bot.start(server.url)
    bot.hub.publish("game/a", samples.state("a", 1))
    node = await Node.start(server.url)
    await until(lambda: same(bot, node))
    server.kill()
    bot.hub.publish("game/a", samples.state("a", 5))
    bot.hub.publish("game/b", samples.state("b", 1))
    await until(lambda: node.hub.silent_since is not None)
    state = node.hub.state("game/a")
    assert isinstance(state, GameState)
    assert (state.ply, state.status.lifecycle) == (1, "reconnecting")
    assert not node.inlet.ready
    server.start()
    await until(lambda: same(bot, node) and node.hub.silent_since is None)
    for machine in (bot, node):
        await machine.kill()

"""States come to every node as the bot tells them, whatever is killed meanwhile."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Literal

import pytest

from overlay.bus.connect import redis_now_ms
from overlay.bus.inlet import Inlet
from overlay.bus.outlet import Outlet
from overlay.bus.search import Search, featured_before
from overlay.bus.wire import Entry
from overlay.content import Content
from overlay.state import Choices, Clocks, Desk, GameState, Lobby, Status
from tests.overlay import samples
from tests.overlay.bus.machines import NAME, Bot, Machines, lifecycle, same, told, until
from tests.overlay.bus.redis_server import RedisServer

DESK = Desk(Choices(), 0, (), (), (), ())


async def test_nodes_tell_what_the_bot_tells(machines: Machines) -> None:
    bot = await machines.bot()
    bot.hub.publish("game/a", samples.state("a", 1))
    early = await machines.node()
    await until(lambda: same(bot, early))
    bot.hub.publish("game/a", samples.state("a", 2))
    bot.hub.publish("lobby", samples.lobby())
    bot.hub.remove("game/a")
    bot.hub.publish("game/b", samples.state("b", 2))
    bot.private.publish("desk", DESK)
    late = await machines.node()
    await until(lambda: same(bot, early, late))
    assert "desk" in late.private.topics()
    assert "desk" not in late.hub.topics(), "it is for those who control"
    await until(lambda: early.hub.silent_since is None and early.inlet.ready)


async def test_clocks_are_as_old_as_they_are_wherever_they_are_shown(machines: Machines) -> None:
    bot, early = await machines.bot(), await machines.node()
    clock = bot.hub.clock
    bot.private.clock = bot.hub.clock = bot.outlet._moments.clock = lambda: clock() - 5000  # another machine's clock
    bot.outlet._moments.measure(bot.hub.clock(), await redis_now_ms(bot.redis))
    bot.hub.publish("game/a", samples.state("a", 1, clocks=Clocks(60_000, 60_000, "white", 0)), heard_s=0.5)
    await until(lambda: same(bot, early))
    game = early.hub.told("game/a")
    assert game
    assert game.content.heard_at is not None, "how late it came is known"
    assert game.at - game.content.heard_at == pytest.approx(0.5, abs=0.05)
    await asyncio.sleep(0.1)
    late = await machines.node()
    state, game = late.hub.state("game/a"), late.hub.told("game/a")
    assert isinstance(state, GameState)
    assert 100 <= state.clocks.age_ms < 10_000
    assert game
    assert game.content.heard_at is None, "what was there before the node came late to nobody"


async def test_redis_is_killed_and_comes_back_empty(server: RedisServer, machines: Machines) -> None:
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node))
    server.kill()
    bot.hub.publish("game/a", samples.state("a", 5))
    bot.hub.publish("game/b", samples.state("b", 1))
    await until(lambda: node.hub.silent_since is not None)
    state = node.hub.state("game/a")
    assert isinstance(state, GameState)
    assert (state.ply, state.status.lifecycle) == (1, "reconnecting"), "it stays, and is doubtful"
    assert not node.inlet.ready
    server.start()
    await until(lambda: same(bot, node) and node.hub.silent_since is None)
    late = await machines.node()
    await until(lambda: same(bot, late))


async def test_a_break_of_redis_that_is_short_is_not_seen(server: RedisServer, machines: Machines) -> None:
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node))
    versions = told(node.hub)
    server.kill()
    server.start()
    await until(lambda: node.inlet._number > 0 and node.inlet.ready and node.hub.silent_since is None)
    await asyncio.sleep(0.1)
    assert told(node.hub) == versions


async def test_a_bot_is_killed_and_the_next_one_finds_its_games_again(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outlet, "SETTLES_S", 60)
    first, node = await machines.bot(), await machines.node()
    for game in "abc":
        first.hub.publish(f"game/{game}", samples.state(game, 20))
    first.hub.publish("game/over", samples.won())
    await until(lambda: same(first, node))
    before = told(node.hub)
    await first.kill()
    await until(lambda: node.hub.silent_since is not None)
    assert lifecycle(node.hub, "game/a") == "reconnecting"

    second = await machines.bot()  # waits until the lease has run out
    second.hub.publish("game/a", samples.state("a", 22))
    second.hub.publish("game/b", samples.state("b", 20))
    await until(lambda: node.hub.silent_since is None)
    assert [lifecycle(node.hub, f"game/{game}") for game in "abc"] == ["live", "live", "reconnecting"]
    assert "game/over" in node.hub.topics()
    late = await machines.node()
    assert told(late.hub) == told(node.hub)
    assert told(late.hub)["game/b"] == before["game/b"], "nothing has changed, so nothing is told"
    second.hub.publish("game/c", samples.state("c", 20))
    await until(lambda: lifecycle(node.hub, "game/c") == "live")
    assert told(node.hub)["game/c"][0] > before["game/c"][0] + 1
    assert "game/over" in node.hub.topics(), "it may still be found"
    monkeypatch.setattr(Outlet, "SETTLES_S", 0)
    await until(lambda: set(node.hub.topics()) == {"game/a", "game/b", "game/c"})
    await until(lambda: told(late.hub) == told(node.hub))


async def test_the_lobby_and_the_featured_game_wait_until_the_games_are_found_again(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "LASTS_S", 60)
    first, node = await machines.bot(), await machines.node()
    assert await featured_before(first.redis, NAME) is None
    games = [samples.state(game, 20, status=Status("live")) for game in "abc"]
    for game in games:
        first.hub.publish(f"game/{game.id}", game)
    first.hub.publish("featured", games[1])
    first.hub.publish("lobby", Lobby(tuple(map(samples.lobby_game, games))))
    await until(lambda: same(first, node))
    await first.kill()

    second = await machines.bot()
    assert await featured_before(second.redis, NAME) == "b"
    second.hub.publish("lobby", Lobby(()))
    seen: list[tuple[str, int, str]] = []  # the featured game, and how many are in the lobby, and how the first is told

    def look(*_told: object) -> None:
        featured, lobby = node.hub.state("featured"), node.hub.state("lobby")
        assert isinstance(featured, GameState)
        assert isinstance(lobby, Lobby)
        seen.append((featured.id, len(lobby.games), lobby.games[0].lifecycle))

    node.hub.taps.append(SimpleNamespace(heard=look, silent=look))
    await until(lambda: node.hub.silent_since is None)
    for number, game in enumerate(games, 1):
        second.hub.publish(f"game/{game.id}", game)
        second.hub.publish("featured", games[min(number, 2) - 1])
        second.hub.publish("lobby", Lobby(tuple(map(samples.lobby_game, games[:number]))))
        await asyncio.sleep(0.1)
    await until(lambda: same(second, node))
    assert {(game, number) for game, number, _ in seen} == {("b", 3)}, "it never looked as if there were fewer"
    assert [seen[0][2], seen[-1][2]] == ["reconnecting", "live"]


async def test_what_is_not_found_again_keeps_the_lobby_back_for_a_while_only(machines: Machines) -> None:
    first, node = await machines.bot(), await machines.node()
    first.hub.publish("game/a", samples.live())
    first.hub.publish("lobby", samples.lobby())
    await until(lambda: same(first, node))
    await first.kill()
    second = await machines.bot()
    second.hub.publish("lobby", Lobby(()))
    await until(lambda: node.hub.state("lobby") == Lobby(()))
    assert "game/a" in node.hub.topics()


@pytest.mark.parametrize("lifecycle_", ["waiting", "reconnecting"])
async def test_a_clock_does_not_jump_while_a_new_bot_looks_for_its_game(
    lifecycle_: Literal["waiting", "reconnecting"], machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "LASTS_S", 3)
    clocks = Clocks(60_000, 60_000, "white", 0)
    first, node = await machines.bot(), await machines.node()
    live = samples.state("a", 20, clocks=clocks, status=Status("live"))
    first.hub.tell("game/a", 1, Content(live), at=first.hub.clock() - 40)  # a move, and for 40 s none
    await until(lambda: same(first, node))
    await first.kill()
    second = await machines.bot()
    found = samples.state("a", 20, clocks=clocks, status=Status(lifecycle_, stale_since_ms=45_000))
    second.hub.publish("game/a", found)  # all that it knows is when the last move was
    await until(lambda: node.hub.silent_since is None)
    await asyncio.sleep(0.1)
    state = node.hub.state("game/a")
    assert isinstance(state, GameState)
    assert state.status.lifecycle == "reconnecting"
    assert state.status.stale_since_ms is not None
    assert state.clocks.age_ms - state.status.stale_since_ms == pytest.approx(40_000, abs=500), "it stands as it stood"
    second.hub.tell("game/a", found_version(second), Content(live), at=second.hub.clock() - 42)
    await until(lambda: lifecycle(node.hub, "game/a") == "live")


def found_version(bot: Bot) -> int:
    """The next version of what it tells."""
    told = bot.hub.told("game/a")
    assert told
    return told.version + 1


async def test_results_that_are_not_shown_again_hardly_keep_the_lobby_back(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Search, "LASTS_S", 30)
    first, node = await machines.bot(), await machines.node()
    first.hub.publish("game/over", samples.won())
    first.hub.publish("lobby", samples.lobby())
    await until(lambda: same(first, node))
    await first.kill()
    second = await machines.bot()
    second.hub.publish("lobby", Lobby(()))
    await until(lambda: node.hub.state("lobby") == Lobby(()), 2)


async def test_a_bot_that_ends_tells_everything_before_and_lets_go(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Inlet, "SILENT_S", 60)  # nobody misses it for so long
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    bot.hub.publish("game/b", samples.state("b", 1))
    await bot.stop()
    await bot.outlet.close()
    await until(lambda: same(bot, node) and node.hub.silent_since is not None)
    late = await machines.node()
    assert (same(bot, late), lifecycle(late.hub, "game/a")) == (True, "reconnecting")
    await bot.kill()
    await machines.bot(wait_s=0)


async def test_without_redis_a_bot_ends_all_the_same(server: RedisServer, machines: Machines) -> None:
    bot = await machines.bot()
    server.kill()
    await bot.outlet.close()


async def test_nothing_is_kept_of_an_hour_ago_as_if_it_were_live(machines: Machines) -> None:
    bot = await machines.bot()
    bot.hub.publish("game/a", samples.state("a", 1, clocks=Clocks(60_000, 60_000, "white", 0)))
    await until(lambda: not bot.outlet._waiting)
    await bot.kill()
    await asyncio.sleep(Inlet.SILENT_S)
    node = await machines.node()
    await until(lambda: lifecycle(node.hub, "game/a") is not None)
    assert lifecycle(node.hub, "game/a") == "reconnecting"


async def test_lost_messages_are_noticed(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node))
    take, lost = node.inlet._take, 0

    async def lose(message: bytes) -> None:
        nonlocal lost
        lost += 1

    monkeypatch.setattr(node.inlet, "_take", lose)
    bot.hub.publish("game/b", samples.state("b", 1))
    bot.hub.remove("game/a")
    bot.outlet._settled = True
    await until(lambda: lost >= 3)
    monkeypatch.setattr(node.inlet, "_take", take)
    await until(lambda: "game/b" in node.hub.topics())  # the next sign of life has a number that does not fit


async def test_a_connection_on_which_nothing_comes_is_made_anew(server: RedisServer, machines: Machines) -> None:
    bot, node = await machines.bot(), await machines.node()
    server.freeze()
    try:
        await until(lambda: node.hub.silent_since is not None and not node.inlet.ready)
    finally:
        server.thaw()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node) and node.hub.silent_since is None and node.inlet.ready)


async def test_what_no_bot_tells_is_ignored(machines: Machines, caplog: pytest.LogCaptureFixture) -> None:
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node))
    number = node.inlet._number
    state = Entry(10**15, 0, 0, b'{"secret": 1}').packed()
    for message in (
        b"",
        b"\xff\x00",
        b"x game/a 1 2 3\n{}",
        b"%d game/a 1 2\n{}" % (number + 1),
        b"%d game/a -1 2 3\n{}" % (number + 1),
        b"9" * 400 + b" game/a " + state,
        b"%d game/a %b" % (number + 1, state),
        b"%d <script> %b" % (number + 2, state),
        b"%d game/b %b" % (number + 3, Entry(10**15, 0, 0, b"[" * 100_000).packed()),
        b"%d desk %b" % (number + 4, Entry(10**15, 0, 0, b"null").packed()),
    ):
        await bot.redis.publish(f"{NAME}:states", message)
    await bot.redis.hset(f"{NAME}:states", "game/c", b"nonsense")
    bot.hub.publish("game/b", samples.state("b", 1))
    await until(lambda: same(bot, node))
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert "secret" not in caplog.text


async def test_redis_that_was_tampered_with_is_mended(machines: Machines) -> None:
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node))
    await bot.redis.hset(f"{NAME}:about", "number", "many")
    bot.hub.publish("game/a", samples.state("a", 2))
    await until(lambda: same(bot, node))


async def test_a_state_that_cannot_be_made_keeps_no_other_one_back(machines: Machines) -> None:
    def broken() -> GameState:
        raise RuntimeError("this view has a mistake")

    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/bad", broken)
    bot.hub.publish("game/good", samples.state("good", 1))
    await until(lambda: node.hub.topics() == ("game/good",))


async def test_a_bot_without_the_lease_tells_nothing(machines: Machines) -> None:
    bot, node = await machines.bot(), await machines.node()
    bot.hub.publish("game/a", samples.state("a", 1))
    await until(lambda: same(bot, node))
    before = told(node.hub)
    await bot.redis.set(f"{NAME}:bot", "somebody else")
    bot.hub.publish("game/a", samples.state("a", 2))
    await asyncio.wait(bot.tasks, timeout=2)
    assert all("another bot has taken the bus 'show'" in str(task.exception()) for task in bot.tasks)
    bot.tasks.clear()
    assert told(node.hub) == before

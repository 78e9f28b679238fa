"""The whole show at once: many games through all faults, followed, kept in a store, told through a real Redis to two
real nodes, and looked at by many viewers. On the way a node is killed, and later Redis; both are started again.
"""

import asyncio
import sqlite3
import time
from bisect import insort
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from unittest import mock
from zlib import crc32

import aiohttp
import msgspec
from redis.asyncio import Redis

from bot.clock import RealClock
from bot.lichess.simulator import Game
from bot.store import open_store
from bot.updates import GameUpdate
from overlay.bus.connect import connect
from overlay.bus.moments import Moments
from overlay.bus.wire import Entry, Keys, read
from overlay.hub import Hub
from overlay.shown.show import Show
from tests.long.chaos import let_loose
from tests.long.scale_bot import Moment, Scale, TimedHub, bot_bus
from tests.long.scale_parts import NAME, Node, Viewers
from tests.long.scale_viewers import Held, Order, Seen
from tests.overlay.bus.redis_server import RedisServer

NODE_KILLED, REDIS_KILLED = 0.3, 0.6
"""At which share of games that are over it happens."""
REDIS_AWAY_S = 1.0
QUIET_S = 60.0
"""How long all viewers have for holding what the bot tells in the end."""
IN_LOBBY = 25
"""Each viewer of so many also looks at the lobby."""
AT_ONCE = 20
_seen = msgspec.json.Decoder(tuple[Seen, list[Held]])


class Run(NamedTuple):
    """What is to happen. The simulator's time goes by at most `speed` times as fast as ours."""

    games: list[Game]
    viewers: int
    seed: int
    speed: float
    trouble_ms: int = 5 * 60_000


@dataclass
class Shown:
    """What came of it: all that was kept, told and seen."""

    scale: Scale
    told: dict[str, bytes]
    """What the bot tells in the end, by topic."""
    versions: dict[str, int]
    """The versions that Redis keeps."""
    seen: Seen
    held: list[Held]
    lags_ms: dict[str, list[float]]
    """By kind of topic, in order: how long after the bot told a state the last viewer had it to whom it was news."""
    answers: dict[str, list[bytes]] = field(default_factory=dict)
    """What both nodes answer, by path."""
    over: dict[str, GameUpdate] = field(default_factory=dict)
    """The last update of every game in the store."""
    logs: list[str] = field(default_factory=list)
    cpu_s: dict[str, float] = field(default_factory=dict)
    took_s: float = 0

    @property
    def viewers(self) -> set[int]:
        """The numbers of all viewers."""
        return {held.viewer for held in self.held}


async def run_scale(run: Run, folder: Path) -> Shown:
    """Let all of it happen; gives what there is in the end, when everybody holds what the bot tells."""
    began, cpu_before_s, file = time.monotonic(), time.process_time(), folder / "unruh.sqlite"
    with _processes(folder) as (server, nodes, crowd):
        async with (
            connect(server.url, None) as redis,
            open_store(str(file), RealClock()) as store,
            bot_bus(redis) as hub,
        ):
            await asyncio.gather(*(node.start() for node in nodes))
            await crowd.ask(Order(come=_seats(run, nodes)))
            moments = [_node_killed(nodes[1]), _redis_killed(server)]
            scale = Scale(run.seed, run.trouble_ms, store=store, show=Show(hub), speed=run.speed, moments=moments)
            with mock.patch.multiple("bot.follower.follower", KEPT_GAMES=len(run.games), KEPT_MS=run.trouble_ms * 100):
                await let_loose(scale, run.games)  # all of them stay to be seen to the end
            await scale.rest()
            shown = await _looked_at(scale, hub, redis, crowd, folder / "seen.json")
            shown.answers = await _answers(nodes, [game.id for game in run.games])
            shown.cpu_s = {"bot and simulator": time.process_time() - cpu_before_s, "viewers": shown.seen.cpu_s}
            shown.cpu_s |= {f"node {number}": node.cpu_s for number, node in enumerate(nodes, 1)}
        shown.logs = [node.log for node in nodes]
    async with open_store(str(file), RealClock()) as store:
        shown.over = {kept.id: kept.update for kept in await store.recent(0) if kept.update}
    with closing(sqlite3.connect(file)) as database:
        scale.reports = dict(database.execute("select game_id, report from reports order by number").fetchall())
    shown.took_s = time.monotonic() - began
    return shown


@contextmanager
def _processes(folder: Path) -> Iterator[tuple[RedisServer, list[Node], Viewers]]:
    """Redis, two nodes that are not started yet, and the viewers; all are killed in the end."""
    with ExitStack() as stack:
        server = RedisServer(folder)
        stack.callback(server.kill)
        nodes = [Node(folder, server.url) for _ in range(2)]
        for node in nodes:
            stack.callback(node.kill)
        crowd = Viewers()
        stack.callback(crowd.end)
        yield server, nodes, crowd


def _node_killed(node: Node) -> Moment:
    async def happen() -> None:
        node.kill()
        await node.start()

    return Moment(NODE_KILLED, happen)


def _redis_killed(server: RedisServer) -> Moment:
    async def happen() -> None:
        server.kill()
        await asyncio.sleep(REDIS_AWAY_S)
        server.start()

    return Moment(REDIS_KILLED, happen)


def _seats(run: Run, nodes: list[Node]) -> list[tuple[int, list[str]]]:
    """Viewers come in twos that look at the same game, one at each node; pair after pair looks at the next game."""
    return [
        (node.port, [f"game/{game.id}", *(["lobby"] if number % IN_LOBBY == 0 else [])])
        for number, node, game in zip(
            range(run.viewers), cycle(nodes), cycle(game for game in run.games for _ in nodes), strict=False
        )
    ]


async def _looked_at(scale: Scale, hub: TimedHub, redis: Redis, crowd: Viewers, file: Path) -> Shown:
    """Wait until Redis and everybody hold what the bot tells, and ask what they saw."""
    told = {topic: known.content.body for topic in hub.topics() if (known := hub.told(topic))}
    order = Order(bodies={topic: crc32(body) for topic, body in told.items()})
    end = time.monotonic() + QUIET_S
    while _bodies(kept := await _kept(redis, hub)) != told:
        assert time.monotonic() < end, f"Redis keeps {len(kept)} topics, not the {len(told)} of the bot as they are"
        await asyncio.sleep(0.2)
    while differing := await crowd.ask(order):
        assert time.monotonic() < end, f"{len(differing)} hold something else: {differing[:10]}"
        await asyncio.sleep(0.2)
    await crowd.ask(Order(write=str(file)))
    seen, held = _seen.decode(await asyncio.to_thread(file.read_bytes))
    versions = {topic: entry.version for topic, entry in kept.items()}
    lags_ms: dict[str, list[float]] = {"game": [], "lobby": []}
    for topic, version, at_ns in seen.arrivals:
        insort(lags_ms[topic.partition("/")[0]], (at_ns - hub.since_ns[topic, version]) / 1e6)
    return Shown(scale, told, versions, seen, held, lags_ms)


async def _kept(redis: Redis, hub: Hub) -> dict[str, Entry]:
    """What Redis keeps."""
    return (await read(redis, Keys(NAME), Moments(hub.clock))).states


def _bodies(entries: dict[str, Entry]) -> dict[str, bytes]:
    return {topic: entry.body for topic, entry in entries.items()}


async def _answers(nodes: list[Node], game_ids: list[str]) -> dict[str, list[bytes]]:
    """What the nodes answer about games, the lobby and the evening."""
    turn = asyncio.Semaphore(AT_ONCE)
    async with aiohttp.ClientSession() as http:

        async def body(url: str) -> bytes:
            async with turn, http.get(url) as response:
                return await response.read()

        async def both(path: str) -> list[bytes]:
            return await asyncio.gather(*(body(node.url + path) for node in nodes))

        paths = [*(f"/api/v1/games/{game_id}" for game_id in game_ids), "/api/v1/games", "/api/v1/events/all"]
        return dict(zip(paths, await asyncio.gather(*map(both, paths)), strict=True))

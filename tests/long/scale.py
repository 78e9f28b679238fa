"""The whole show at once: many games through all faults, followed, kept in a store, told through a real Redis to two
real nodes, and looked at by many viewers. On the way a node is killed, and later Redis; both are started again.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock
from zlib import crc32

import aiohttp
import msgspec
from redis.asyncio import Redis

from bot.clock import RealClock
from bot.follower.followed import FollowedGame
from bot.follower.journal import StoreJournal
from bot.lichess.simulator import Game
from bot.store import Store, open_store
from bot.updates import GameUpdate
from overlay.bus.connect import connect, redis_now_ms
from overlay.bus.lease import Lease
from overlay.bus.moments import Moments
from overlay.bus.outlet import Outlet
from overlay.bus.wire import Entry, Keys, read
from overlay.content import Content
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.web.serving import later
from scoring import BookAnswer
from tests.long.chaos import RULES, Chaos, let_loose
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


class Moment(msgspec.Struct):
    """What happens when so many of the games are over."""

    share: float
    what: Callable[[], Awaitable[None]]


@dataclass(kw_only=True)
class Scale(Chaos):
    """A run of chaos that is kept and shown, at most `speed` times as fast as in earnest."""

    store: Store
    show: Show
    speed: float
    moments: list[Moment]

    def __post_init__(self) -> None:
        self.journal = StoreJournal(self.store, RULES)
        self.tasks: list[asyncio.Future[None]] = []
        self.began = time.monotonic()

    def received(self, origin: str, line: bytes) -> None:
        """Keep a line."""
        self.store.line(origin, line)

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Keep that a game is followed."""
        self.journal.found(game_id, at_ms, origin)

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        """Keep what became known, and its report."""
        self.happenings[update.happening] += 1
        self.journal.update(update, at_ms, book)

    def changed(self, game: FollowedGame) -> None:
        """Show it."""
        super().changed(game)
        self.show.update(game)

    def forgotten(self, game_id: str) -> None:
        """Show it no longer."""
        self.show.forget(game_id)

    async def paced(self, simulated_ms: int) -> None:
        """Let happen what is due, and real time go on."""
        over = sum(state in ("settled", "void") for state in self.lifecycles.values()) / len(self.games)
        if self.moments and self.moments[0].share <= over and all(task.done() for task in self.tasks):
            self.tasks.append(asyncio.ensure_future(self.moments.pop(0).what()))
        await asyncio.sleep(simulated_ms / 1000 / self.speed - (time.monotonic() - self.began))


class TimedHub(Hub):
    """A hub that notes since when each version is true, in nanoseconds of the machine's monotonic clock."""

    def __init__(self, versions_from: int) -> None:
        super().__init__(later=later, versions_from=versions_from)
        self.since_ns: dict[tuple[str, int], int] = {}

    def tell(self, topic: str, version: int, content: Content | None, *, at: float | None = None) -> bool:
        """Tell a version."""
        self.since_ns[topic, version] = time.monotonic_ns()
        return super().tell(topic, version, content, at=at)


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
    answers: dict[str, list[bytes]] = field(default_factory=dict)
    """What both nodes answer, by path."""
    over: dict[str, GameUpdate] = field(default_factory=dict)
    """The last update of every game in the store."""
    logs: list[str] = field(default_factory=list)
    lags_ms: list[float] = field(default_factory=list)
    cpu_s: dict[str, float] = field(default_factory=dict)
    took_s: float = 0

    @property
    def viewers(self) -> set[int]:
        """The numbers of all viewers."""
        return {held.viewer for held in self.held}


async def run_scale(games: list[Game], viewers: int, seed: int, speed: float, folder: Path) -> Shown:
    """Let all of it happen; gives what there is in the end, when everybody holds what the bot tells."""
    began, cpu_before_s = time.monotonic(), time.process_time()
    with ExitStack() as stack:
        # Time is short, so all of them are still shown in the end.
        stack.enter_context(mock.patch.multiple("bot.follower.follower", KEPT_GAMES=len(games), KEPT_MS=10**9))
        server = RedisServer(folder)
        stack.callback(server.kill)
        nodes = [Node(folder, server.url) for _ in range(2)]
        for node in nodes:
            stack.callback(node.kill)
        crowd = Viewers()
        stack.callback(crowd.end)
        file = folder / "unruh.sqlite"
        async with (
            connect(server.url, None) as redis,
            open_store(str(file), RealClock()) as store,
            _bot_bus(redis) as hub,
        ):
            await asyncio.gather(*(node.start() for node in nodes))
            await crowd.ask(Order(come=_seats(games, viewers, nodes)))

            async def kill_node() -> None:
                nodes[1].kill()
                await nodes[1].start()

            async def kill_redis() -> None:
                server.kill()
                await asyncio.sleep(REDIS_AWAY_S)
                server.start()

            moments = [Moment(NODE_KILLED, kill_node), Moment(REDIS_KILLED, kill_redis)]
            scale = Scale(seed, store=store, show=Show(hub), speed=speed, moments=moments)
            await let_loose(scale, games)
            await asyncio.gather(*scale.tasks)
            for moment in scale.moments:  # what had to wait for the one before it
                await moment.what()
            shown = await _looked_at(scale, hub, redis, crowd, folder / "seen.json")
            shown.answers = await _answers(nodes, [game.id for game in games])
            shown.cpu_s = {"bot and simulator": time.process_time() - cpu_before_s, "viewers": shown.seen.cpu_s}
            shown.cpu_s |= {f"node {number}": node.cpu_s for number, node in enumerate(nodes, 1)}
            shown.lags_ms = sorted(
                (at_ns - hub.since_ns[topic, version]) / 1e6 for topic, version, at_ns in shown.seen.arrivals
            )
        shown.logs = [node.log for node in nodes]
    async with open_store(str(file), RealClock()) as store:
        shown.over = {kept.id: kept.update for kept in await store.recent(0) if kept.update}
    with closing(sqlite3.connect(file)) as database:
        scale.reports = dict(database.execute("select game_id, report from reports order by number").fetchall())
    shown.took_s = time.monotonic() - began
    return shown


@asynccontextmanager
async def _bot_bus(redis: Redis) -> AsyncIterator[TimedHub]:
    """The bot's side of the bus, which tells what the hub tells."""
    lease = Lease(redis, NAME)
    await lease.take()
    hub = TimedHub(await redis_now_ms(redis))
    outlet = Outlet(redis, NAME, lease, hub)
    tasks = [asyncio.create_task(lease.keep()), asyncio.create_task(outlet.run())]
    try:
        yield hub
    finally:
        await outlet.close()
        tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _seats(games: list[Game], viewers: int, nodes: list[Node]) -> list[tuple[int, list[str]]]:
    """Viewer after viewer looks at the next game; of those of a game half are at each node."""
    return [
        (
            nodes[number // len(games) % len(nodes)].port,
            [f"game/{games[number % len(games)].id}", *(["lobby"] if number % IN_LOBBY == 0 else [])],
        )
        for number in range(viewers)
    ]


async def _looked_at(scale: Scale, hub: Hub, redis: Redis, crowd: Viewers, file: Path) -> Shown:
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
    return Shown(scale, told, versions, seen, held)


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

"""A show that nobody plays: games come, move, burst, are taken back and end, while scenes watch."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import median

import msgspec
from playwright.async_api import CDPSession, Page

from overlay.hub import Hub
from overlay.state import Clocks, Event, GameState, Player, Side, Status
from tests.browser import flag_states
from tests.browser.overlay_server import Served, serving
from tests.overlay import event_samples, samples

NAMES = ("anna_weiss", "Nachtspringer", samples.HOSTILE, samples.LONG, "Q", "")
LAST_PLY = len(samples.IMMORTAL)


@cache
def position(ply: int) -> GameState:
    """The game at a ply, with the entries that there are by then."""
    return samples.state("any", ply, [entry for entry in samples.ENTRIES if entry.ply <= ply])


@cache
def evening() -> Event:
    """An event with more games than a scene has room for."""
    return event_samples.event()


@cache
def match() -> Event:
    """An event that a scene has room for."""
    return event_samples.midway()


@dataclass
class Show:
    """Publishes one thing after another under `featured` and `event/all`."""

    random: Random = field(default_factory=lambda: Random(7))
    hub: Hub = field(default_factory=Hub)
    game: str = "show0"
    ply: int = 0
    told: int = 0

    def step(self) -> None:
        """What happens next: mostly a move, now and then something else."""
        self.told += 1
        what = self.random.choices(
            (self.move, self.burst, self.take_back, self.end, self.flag, self.leave), (60, 12, 8, 6, 8, 2)
        )
        what[0]()
        self._tell_event()

    def move(self) -> None:
        """One move; after the last one the next game."""
        if self.ply >= LAST_PLY:
            self._next_game()
        self.ply += 1
        self._tell()

    def burst(self) -> None:
        """Moves that were held come all at once."""
        for _ in range(self.random.randint(3, 9)):
            self.move()

    def take_back(self) -> None:
        """Some moves are taken back, and what they brought."""
        self.ply = max(0, self.ply - self.random.randint(1, 4))
        self._tell()

    def end(self) -> None:
        """The game ends, and the next one is featured."""
        end = self.random.choice((samples.won, samples.flag_draw, samples.void, samples.corrected))()
        self.hub.publish("featured", msgspec.structs.replace(end, id=self.game))
        self._next_game()

    def flag(self) -> None:
        """Clocks are low."""
        self.hub.publish("featured", self.random.choice(list(flag_states.all_states().values())))

    def leave(self) -> None:
        """There is nothing to feature."""
        self.hub.remove("featured")

    def rest(self) -> None:
        """What is shown whenever it is measured: always the same, and nothing that takes turns."""
        self.hub.publish("featured", samples.live())
        self.hub.publish("event/all", match())

    def restart(self) -> None:
        """The program has started again, and knows what it knew."""
        self.hub = Hub()
        self._tell()
        self._tell_event()

    def _next_game(self) -> None:
        self.game = f"show{self.told}"
        self.ply = 0

    def _tell(self) -> None:
        white, black = self.random.sample(NAMES, 2)
        running: Side = "black" if self.ply % 2 else "white"
        clocks = Clocks(self.random.randint(4_000, 180_000), self.random.randint(4_000, 180_000), running)
        status = Status("live", plies_behind=self.random.choice((0, 0, 3)))
        state = msgspec.structs.replace(position(self.ply), id=self.game, clocks=clocks, status=status)
        self.hub.publish(
            "featured", msgspec.structs.replace(state, white=Player(white, "GM", 2500), black=Player(black))
        )

    def _tell_event(self) -> None:
        games = list(evening().games)
        for at in range(4):
            state = msgspec.structs.replace(
                position(self.random.randint(0, LAST_PLY)), id=f"side{self.random.randint(0, 9)}"
            )
            games[at] = samples.lobby_game(state)
        self.hub.publish("event/all", msgspec.structs.replace(evening(), games=tuple(games)))


@asynccontextmanager
async def act(show: Show, port: int) -> AsyncIterator[Served]:
    """The server runs for as long as this; afterwards it is gone."""
    show.restart()
    async with serving(show.hub, port) as served:
        yield served


COUNT = """() => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 0;
  while (walker.nextNode()) count += 1;
  return count;
}"""


class Measured(msgspec.Struct, frozen=True):
    """What a page holds on to, after all that can be thrown away has been; `shown` nodes are in the page itself."""

    shown: int
    nodes: int
    listeners: int
    heap_kb: int


async def measure(page: Page, chromium: CDPSession) -> Measured:
    """Throw away what can be, and count what is left."""
    for _ in range(2):
        await chromium.send("HeapProfiler.collectGarbage")
    shown = await page.evaluate(COUNT)
    found = await chromium.send("Performance.getMetrics")
    metrics = {one["name"]: one["value"] for one in found["metrics"]}
    return Measured(
        shown, int(metrics["Nodes"]), int(metrics["JSEventListeners"]), int(metrics["JSHeapUsedSize"] / 1024)
    )


def middle(all_measured: list[Measured]) -> Measured:
    """The median of each number."""
    numbers = zip(*(msgspec.structs.astuple(one) for one in all_measured), strict=True)
    return Measured(*(int(median(column)) for column in numbers))


async def endure(pages: dict[str, Page], *, acts: int, steps: int, step_s: int) -> dict[str, list[Measured]]:
    """Play a show before pages of one context whose clock is turned fast, and measure each after every act.

    Between two acts the server goes away and comes back. Gives for each scene what was measured.
    """
    context = next(iter(pages.values())).context
    await context.clock.install()
    show, port = Show(), 0
    sessions: dict[str, CDPSession] = {}
    measured: dict[str, list[Measured]] = {scene: [] for scene in pages}
    for _ in range(acts):
        async with act(show, port) as served:
            if not port:
                port = served.port
                for scene, page in pages.items():
                    await page.goto(served.url(f"/scene/{scene}?lang=de&motion=full"))
                    sessions[scene] = await context.new_cdp_session(page)
                    await sessions[scene].send("Performance.enable")
            async with asyncio.timeout(60):
                while show.hub.clients < len(pages):
                    await context.clock.run_for(1000)
            for _ in range(steps):
                show.step()
                await context.clock.run_for(step_s * 1000)
            show.rest()
            for scene, page in pages.items():
                await settled(page, served)
                measured[scene].append(await measure(page, sessions[scene]))
    return measured


async def settled(page: Page, served: Served) -> None:
    """Wait until the page shows what was published last, and nothing moves any more."""
    for topic in ("featured", "event/all"):
        told = served.hub.told(topic)
        if told and await page.locator(f'body[data-heard*="{topic}:"]').count():
            await page.locator(f'body[data-heard~="{topic}:{told.version}"]').wait_for(state="attached")
    await page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")


def told(scene: str, measured: list[Measured]) -> tuple[str, Measured, Measured]:
    """A line about a scene, and what it held after the first and the last tenth of the acts."""
    tenth = max(1, len(measured) // 10)
    first, last = middle(measured[:tenth]), middle(measured[-tenth:])
    line = (
        f"{scene:<8} nodes in the page {first.shown} → {last.shown}, of all {first.nodes} → {last.nodes}, "
        f"listeners {first.listeners} → {last.listeners}, heap {first.heap_kb} → {last.heap_kb} KB, "
        f"over {len(measured)} measurements"
    )
    return line, first, last


def is_flat(first: Measured, last: Measured) -> bool:
    """Whether nothing has grown, but for what the browser keeps by itself: a tenth, and half a megabyte of heap."""
    same_page = abs(last.shown - first.shown) <= 5 and last.listeners <= first.listeners * 1.1
    return same_page and last.nodes <= first.nodes * 1.1 and last.heap_kb <= first.heap_kb * 1.1 + 512

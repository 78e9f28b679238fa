"""Serves the overlay from a hub that a test fills."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import web
from playwright.async_api import Page

from overlay.hub import Hub
from overlay.state import State
from overlay.web.app import create_app
from tests.overlay import samples
from tests.ports import free_port

PICTURES = Path(__file__).parent / "screenshots"
HEARD = """
{
  // What the page has heard and shown: the newest version of each topic, and whether it has heard all that it follows.
  const newest = {};
  const followed = new Set();
  const shown = new MessageChannel(); // no timer: those of a page may stand still
  shown.port1.onmessage = () => {
    document.body.dataset.heard = Object.entries(newest).map((pair) => pair.join(":")).join(" ");
    if ([...followed].every((topic) => topic in newest)) document.body.dataset.follows = "";
  };
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      for (const topic of new URL(given[0]).searchParams.get("topics").split(",")) followed.add(topic);
      this.addEventListener("message", ({ data }) => {
        const { topic, version } = JSON.parse(data);
        newest[topic] = version;
        shown.port2.postMessage(null);
      });
    }
  };
}
"""
DRAWN = """async () => {
  document.body.getBoundingClientRect(); // now it knows which fonts it needs
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


@dataclass
class Served:
    """A running server: its hub, and where it is."""

    hub: Hub
    port: int

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def open(self, page: Page, path: str) -> None:
        """Load a page, and wait until it follows its topics: what is published from then on is news to it."""
        await page.goto(self.url(path))
        await page.locator("body[data-follows]").wait_for(state="attached")

    async def show(self, page: Page, state: State, topic: str = "featured") -> None:
        """Publish a state, and wait until a page that follows the topic has shown it."""
        self.hub.publish(topic, state)
        await self.heard(page, topic)

    async def heard(self, page: Page, topic: str) -> None:
        """Wait until a page that follows the topic has shown what is told of it."""
        told = self.hub.told(topic)
        assert told
        await page.locator(f'body[data-heard~="{topic}:{told.version}"]').wait_for(state="attached")


@asynccontextmanager
async def serving(hub: Hub, port: int = 0, **options: Any) -> AsyncIterator[Served]:
    runner = web.AppRunner(create_app(hub, **options), shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port or free_port(), reuse_address=True).start()
    try:
        yield Served(hub, runner.addresses[0][1])
    finally:
        await runner.cleanup()


def full_hub(featured: State | None = None) -> Hub:
    """A hub with every sample, and one of them featured."""
    hub = Hub()
    for game in samples.all_games():
        hub.publish(f"game/{game.id}", game)
    hub.publish("lobby", samples.lobby())
    hub.publish("featured", featured or samples.live())
    return hub


async def drawn(page: Page) -> None:
    """Wait until everything on a page has its size: with its fonts, and after what was observed to change."""
    await page.evaluate(DRAWN)


async def stopped(page: Page) -> None:
    """Let the time of all that a page will load stand still, until it is made to pass."""
    await page.clock.install()
    await page.clock.pause_at(await page.evaluate("Date.now()") + 3_600_000)


async def picture(page: Page, name: str, *, full: bool = False) -> Path:
    """Take a screenshot into the folder of pictures, when the fonts are there."""
    await page.evaluate("document.fonts.ready")
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    await page.screenshot(path=path, full_page=full, animations="disabled")
    return path

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

PICTURES = Path(__file__).parent / "screenshots"
HEARD = """
{
  // What the page has heard and shown: the newest version of each topic.
  const newest = {};
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const { topic, version } = JSON.parse(data);
        newest[topic] = version;
        setTimeout(() => {
          document.body.dataset.heard = Object.entries(newest).map((pair) => pair.join(":")).join(" ");
        });
      });
    }
  };
}
"""


@dataclass
class Served:
    """A running server: its hub, and where it is."""

    hub: Hub
    port: int

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def show(self, page: Page, state: State, topic: str = "featured") -> None:
        """Publish a state, and wait until a page that follows the topic has shown it."""
        self.hub.publish(topic, state)
        told = self.hub.told(topic)
        assert told
        await page.locator(f'body[data-heard~="{topic}:{told.version}"]').wait_for(state="attached")


@asynccontextmanager
async def serving(hub: Hub, port: int = 0, **options: Any) -> AsyncIterator[Served]:
    runner = web.AppRunner(create_app(hub, **options), shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, reuse_address=True).start()
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


async def picture(page: Page, name: str, *, full: bool = False) -> Path:
    """Take a screenshot into the folder of pictures, when the fonts are there."""
    await page.evaluate("document.fonts.ready")
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    await page.screenshot(path=path, full_page=full, animations="disabled")
    return path

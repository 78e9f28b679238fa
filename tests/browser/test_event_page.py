"""The page of an event."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from overlay.hub import Hub
from tests.browser.axe import violations
from tests.browser.overlay_server import Served, picture, serving
from tests.overlay.scored_samples import EVENTS

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
LOOKS: tuple[tuple[int, int, Literal["light", "dark"], str], ...] = (
    (1440, 900, "light", "de"),
    (390, 844, "dark", "en"),
)


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    """A server with every sample of an event, and files of them."""
    hub = Hub()
    for name, make in EVENTS.items():
        hub.publish(f"event/{name}", make())
    async with serving(hub, files=lambda *_: b"file") as server:
        yield server


@pytest.mark.parametrize(("width", "height", "scheme", "lang"), LOOKS)
async def test_the_page_of_every_event(
    strict: Page, served: Served, width: int, height: int, scheme: Literal["light", "dark"], lang: str
) -> None:
    await strict.set_viewport_size({"width": width, "height": height})
    await strict.emulate_media(color_scheme=scheme)
    for name in EVENTS:
        await strict.goto(served.url(f"/event/{name}?lang={lang}"))
        await expect(strict.locator("#top h1")).not_to_be_empty()
        await picture(strict, f"event-{name}-{width}-{scheme}-{lang}", full=True)
        assert await strict.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert await strict.evaluate(f"({CONTRAST})(4.5)") == [], name
        assert await violations(strict) == [], name

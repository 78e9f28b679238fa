"""The overlay, served to a real browser."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page

from tests.browser.overlay_server import HEARD, Served, full_hub, serving


@pytest_asyncio.fixture(loop_scope="session")
async def served() -> AsyncIterator[Served]:
    """A server with every sample game."""
    async with serving(full_hub()) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def strict(page: Page) -> AsyncIterator[Page]:
    """A page that fails its test on a violation of the security policy too, and tells what it has heard."""
    await page.add_init_script(HEARD)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    assert [text for text in complaints if "Content Security Policy" in text] == []

"""Accessibility, as axe judges it."""

from functools import cache
from pathlib import Path

import pytest
from playwright.async_api import Page

OPTIONS = "{ preload: false, resultTypes: ['violations'] }"
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


async def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it stands: the rule, what it says, and the first elements that break it.

    Its source is evaluated by the browser itself, so that the page's security policy does not matter. Skips where the
    packages of package-lock.json are not installed.
    """
    await page.evaluate(_source())
    found = await page.evaluate(f"async () => (await axe.run({OPTIONS})).violations")
    return [
        f"{one['id']}: {one['help']}: {'; '.join(', '.join(map(str, node['target'])) for node in one['nodes'][:4])}"
        for one in found
    ]


@cache
def _source() -> str:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed")
    return AXE.read_text(encoding="utf-8")

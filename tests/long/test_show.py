"""Three hours of a show before real scenes, whose clock is turned fast: what they hold on to stays as it was."""

import pytest
from playwright.async_api import Page

from tests.browser.overlay_server import HEARD
from tests.browser.simulated_show import endure, is_flat, told

pytestmark = pytest.mark.asyncio(loop_scope="session")

ACTS, STEPS, STEP_S = 60, 60, 3
assert ACTS * STEPS * STEP_S == 3 * 60 * 60


async def test_three_hours_leave_nothing_behind(page: Page) -> None:
    """The server is killed and started again between two acts of three minutes."""
    pages = {scene: await page.context.new_page() for scene in ("full", "ticker", "vertical")}
    for one in pages.values():
        await one.add_init_script(HEARD)
    for scene, measured in (await endure(pages, acts=ACTS, steps=STEPS, step_s=STEP_S)).items():
        line, first, last = told(scene, measured)
        print(line)
        assert is_flat(first, last), line

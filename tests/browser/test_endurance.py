"""A long show in a short time: what a scene holds on to does not grow. Servers come and go, pages are loaded anew."""

from contextlib import AsyncExitStack

from playwright.async_api import Page, expect

from overlay.hub import Hub
from overlay.looks.scenes import SCENES
from tests.browser.overlay_server import HEARD, Served, full_hub, serving
from tests.browser.simulated_show import endure, is_flat, settled, told
from tests.browser.test_states import ERROR_WORDS
from tests.overlay import event_samples, samples


async def test_a_short_show_leaves_nothing_behind(strict: Page) -> None:
    """The three hours are the long check `show`."""
    pages = {"full": strict, "ticker": await another(strict)}
    for scene, measured in (await endure(pages, acts=5, steps=12, step_s=5)).items():
        line, first, last = told(scene, measured[1:])  # the first act warms up
        print(line)
        assert is_flat(first, last), line


async def another(page: Page) -> Page:
    """One more page of the same context."""
    more = await page.context.new_page()
    await more.add_init_script(HEARD)
    return more


async def test_every_scene_survives_the_server_being_killed(strict: Page) -> None:
    """All scenes at once: each keeps its picture, says nothing, and shows the news when the server is back."""
    pages = {scene: await another(strict) for scene in SCENES}
    async with AsyncExitStack() as server:
        served = await server.enter_async_context(serving(show()))
        for scene, page in pages.items():
            await served.open(page, f"/scene/{scene}?lang=en")
            await expect(page.locator(".place.is-on").first).to_be_visible()
    before = {scene: await page.locator("#stage").inner_text() for scene, page in pages.items()}
    assert all(text.strip() for text in before.values())
    await expect(pages["bar"].locator(".badge-reconnecting")).to_be_visible()
    for scene, page in pages.items():
        assert await page.locator(".place.is-on").count(), scene
        assert not ERROR_WORDS.search((await page.locator("#stage").inner_text()).replace(samples.HOSTILE, "")), scene
    hub = show()
    news = samples.state("live0001", 40, samples.ENTRIES[:2])
    hub.publish("featured", news)
    hub.publish("event/all", event_samples.midway())
    async with serving(hub, served.port) as again:
        for scene, page in pages.items():
            await settled(page, again)
            await expect(page.locator(".badge-reconnecting")).to_have_count(0)
            assert await page.locator("#stage").inner_text() != before[scene], scene


def show() -> Hub:
    """A hub with a game and an event."""
    hub = full_hub()
    hub.publish("event/all", event_samples.event())
    return hub


async def test_a_page_loaded_in_the_middle_of_an_animation_shows_all_and_moves_nothing(
    strict: Page, served: Served
) -> None:
    chromium = await strict.context.new_cdp_session(strict)
    await chromium.send("Animation.enable")
    for scene in ("ledger", "full"):
        served.hub.publish("featured", samples.state("g", 20, samples.ENTRIES[:1]))
        await served.open(strict, f"/scene/{scene}?lang=en&motion=full")
        await expect(strict.locator(".entry")).to_have_count(1)
        await chromium.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
        await served.show(strict, samples.state("g", 30, samples.ENTRIES[:4]))
        moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
        assert await strict.evaluate(moving) > 0
        await strict.reload()
        await expect(strict.locator(".entry")).to_have_count(4)
        assert await strict.locator(".is-new").count() == 0
        assert await strict.evaluate(moving) == 0

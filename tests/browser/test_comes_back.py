"""What viewers see when those who follow the games fall silent, and when the server sends their pages away."""

from contextlib import AsyncExitStack
from typing import Any

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from overlay.hub import Hub
from overlay.looks.scenes import SCENES
from overlay.state import Clocks, Status
from tests.browser.overlay_server import HEARD, drawn, serving
from tests.browser.test_states import ERROR_WORDS
from tests.overlay import event_samples, samples

WATCHED = """
{
  // All that begins to move, how every connection went, and how long anything was to wait.
  window.moved = [];
  for (const kind of ["animationstart", "transitionrun"]) {
    addEventListener(kind, ({ target, animationName, propertyName }) => {
      window.moved.push(`${target.className} ${animationName ?? propertyName}`);
    }, true);
  }
  window.connections = [];
  window.waits = [];
  const wait = setTimeout;
  window.setTimeout = (act, ms, ...given) => {
    window.waits.push(ms);
    return wait(act, ms, ...given);
  };
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      window.connections.push(["made", performance.now()]);
      this.addEventListener("close", ({ code }) => window.connections.push([code, performance.now()]));
    }
  };
}
"""
SHOWN = """() => {
  const root = document.querySelector("#stage, main").cloneNode(true);
  const clocks = [...root.querySelectorAll(".clock")].map(({ textContent }) => textContent);
  for (const each of root.querySelectorAll(".clock, .badges, .badge, .marks, .runs")) each.remove();
  return { clocks, text: root.textContent.replace(/\\s+/g, " ").trim(), boards: root.querySelectorAll("piece").length };
}"""
PART_OF_FULL = ("ledger", "flag", "stakes")
PATHS = {
    **{scene: f"/scene/{scene}?lang=de&motion=full" for scene in SCENES if scene not in PART_OF_FULL},
    "game": "/game/featured?lang=en",
    "event": "/event/all?lang=de",
}
OF_A_GAME = ("bar", "clock", "board", "full", "vertical", "game")
"""Those that show clocks, and how far a game can be trusted in words."""
SMALL = ViewportSize(width=640, height=360)


async def shown(page: Page) -> dict[str, Any]:
    """What stands on a page: its clocks, all other text, and how many pieces there are."""
    found: dict[str, Any] = await page.evaluate(SHOWN)
    return found


async def at_rest(pages: dict[str, Page]) -> None:
    """Wait until everything that has begun to move has done so."""
    for page in pages.values():
        await drawn(page)
        await page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")


async def test_silence_and_the_end_of_it_are_no_news(browser: Browser) -> None:
    hub = Hub()
    clocks = Clocks(95_000, 61_000, "black", 0)
    hub.publish("featured", samples.state("quick001", 21, samples.ENTRIES[:2], status=Status("live"), clocks=clocks))
    hub.publish("event/all", event_samples.midway())
    async with AsyncExitStack() as stack:
        # A window for each: what is in the background does not move.
        pages = {name: await browser.new_page(viewport=SMALL, reduced_motion="no-preference") for name in PATHS}
        for page in pages.values():
            stack.push_async_callback(page.close)
            await page.add_init_script(HEARD + WATCHED)
        server = await stack.enter_async_context(serving(hub))
        for name, page in pages.items():
            await server.open(page, PATHS[name])
        await at_rest(pages)
        before = {name: await shown(page) for name, page in pages.items()}
        for page in pages.values():
            await page.evaluate("window.moved.length = 0")

        hub.fall_silent(hub.clock() - 6)
        for name in OF_A_GAME:
            await expect(pages[name].locator(".badge-reconnecting")).to_be_visible()
            await expect(pages[name].locator(".badge-stale")).to_contain_text("s")
        for name in ("ticker", "event"):
            await expect(pages[name].locator(".badge-reconnecting:visible").first).to_be_visible()
        stood = {name: await shown(page) for name, page in pages.items()}
        await at_rest(pages)
        for name, page in pages.items():
            now = await shown(page)
            assert now["clocks"] == stood[name]["clocks"], name
            assert (now["text"], now["boards"]) == (before[name]["text"], before[name]["boards"]), name
            words = " ".join(await page.locator(".badge").all_inner_texts())
            assert not ERROR_WORDS.search(words), (name, words)

        hub.speak()
        for name in OF_A_GAME:
            await expect(pages[name].locator(".badge-reconnecting, .badge-stale")).to_have_count(0)
        for name in ("ticker", "event"):
            await expect(pages[name].locator(".badge-reconnecting:visible")).to_have_count(0)
        await at_rest(pages)
        for name, page in pages.items():
            now = await shown(page)
            assert (now["text"], now["boards"]) == (before[name]["text"], before[name]["boards"]), name
            assert await page.evaluate("window.moved") == [], name
            if name in OF_A_GAME:
                assert now["clocks"] != stood[name]["clocks"], f"{name}: its clocks stand still"

        hub.publish("featured", samples.state("quick001", 36, samples.ENTRIES))
        await expect(pages["full"].locator(".entry")).to_have_count(5)
        await at_rest(pages)
        assert await pages["full"].evaluate("window.moved") != [], "what is news does move"


@pytest.mark.parametrize("path", ["/scene/full?lang=de&motion=full", "/game/featured?lang=en"])
async def test_a_page_that_is_sent_away_comes_back_to_the_newest_state(strict: Page, path: str) -> None:
    await strict.add_init_script(WATCHED + "Math.random = () => 0.2;")
    first, later = (samples.state("quick001", ply, samples.ENTRIES[:number]) for ply, number in ((21, 2), (36, 5)))
    hub = Hub()
    hub.publish("featured", first)
    async with serving(hub) as server:
        port = server.port
        await server.open(strict, path)
        await expect(strict.locator(".entry")).to_have_count(2)
        await strict.evaluate("window.moved.length = window.waits.length = 0")
    hub.publish("featured", later)
    async with serving(hub, port):
        await expect(strict.locator(".entry")).to_have_count(5)
        (_, _), (code, closed_at), (_, made_at), *_ = await strict.evaluate("window.connections")
        assert code == 1012
        assert 840 in await strict.evaluate("window.waits.map(Math.round)")  # 240 of the backoff and 600 of the jitter
        assert made_at - closed_at >= 800
        await expect(strict.locator(".badge-reconnecting")).to_have_count(0)
        await drawn(strict)
        assert [each for each in await strict.evaluate("window.moved") if "entry" in each or "amount" in each] == []
        assert await strict.locator(".is-new, .is-changed, .is-gone").count() == 0


WAITS = """async ({ module, asked }) => {
  const { backoff, comeback } = await import(module);
  return asked.map(([code, tries, random]) => Math.round(
    code === null ? backoff(tries, () => random) : comeback(code, tries, () => random)
  ));
}"""


async def test_how_long_a_page_waits_before_it_comes_back(strict: Page) -> None:
    table = [
        # code (None: no matter which), tries, random: milliseconds
        (None, 0, 0.0, 200),
        (None, 0, 1.0, 400),
        (None, 3, 0.0, 1600),
        (None, 5, 1.0, 12_800),
        (None, 6, 0.5, 11_250),
        (None, 1000, 1.0, 15_000),
        (1006, 0, 1.0, 400),
        (1000, 2, 0.0, 800),
        (1012, 0, 0.0, 200),
        (1012, 0, 0.5, 1800),
        (1012, 0, 1.0, 3400),
        (1013, 0, 1.0, 3400),
        (1013, 4, 0.0, 3200),
        (1013, 1000, 1.0, 18_000),
    ]
    async with serving(Hub()) as server:
        await strict.goto(server.url("/"))
        scripts = await strict.evaluate(
            "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /.socket/.test(name))"
        )
        assert len(scripts) == 1, scripts
        asked = [list(row[:3]) for row in table]
        waits = await strict.evaluate(WAITS, {"module": scripts[0], "asked": asked})
    assert waits == [row[3] for row in table]

"""Every scene and every page, at every size, in both languages, in every theme: a picture of each, and nothing amiss.

A scene meets every size, every theme and both languages here, and a page every size, both languages, light and dark;
not everything together: that is the long check `looks`.
"""

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from overlay.looks.scenes import SCENES
from overlay.looks.themes import THEMES, Themes
from overlay.words import LANGS
from tests.browser.at_the_desk import at_desk
from tests.browser.overlay_server import PICTURES, Served, drawn, full_hub, picture, serving
from tests.overlay import event_samples

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
SIZES = {"1080": (1920, 1080), "720": (1280, 720), "tall": (1080, 1920), "300": (300, 700), "390": (390, 844)}
PAGES = {"lobby": "/", "game": "/game/live0001", "control": "/control", "enter": "/enter"}
SCHEMES = ("light", "dark")
OWN_THEME = ":root { --air: #11224d; --air-2: #0b1736; --line: #31457f; --radius: 0; --font-display: serif; }"
BEHIND = {"dark": "#fff", "light": "#000", "contrast": "#2e9e5b", "own": "#f7d94c"}
OUTSIDE = """() => [...document.querySelectorAll(".place.is-on")].filter((place) => {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((place) => place.className)"""


@pytest_asyncio.fixture(loop_scope="session")
async def themed(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with all samples, an event, and a theme of the streamer's own."""
    own = tmp_path / "theme.css"
    own.write_text(OWN_THEME, encoding="utf-8")
    hub = full_hub()
    hub.publish("event/all", event_samples.event())
    async with serving(hub, themes=Themes("dark", own)) as server:
        yield server


async def resize(page: Page, size: str) -> None:
    """Give the window one of the sizes, and let the page notice."""
    width, height = SIZES[size]
    await page.set_viewport_size({"width": width, "height": height})
    await drawn(page)


async def look_at_scene(page: Page, served: Served, scene: str, lang: str, theme: str, sizes: tuple[str, ...]) -> None:
    """Load a scene once, and look at it in these sizes."""
    await served.open(page, f"/scene/{scene}?lang={lang}&theme={theme}&motion=none")
    await expect(page.locator(".place.is-on").first).to_be_visible()
    await page.evaluate("(value) => { document.documentElement.style.background = value; }", BEHIND[theme])
    assert await page.evaluate(CONTRAST, 4.5) == [], (scene, lang, theme)
    for size in sizes:
        await resize(page, size)
        assert await page.evaluate(OUTSIDE) == [], (scene, lang, theme, size)
        await picture(page, f"all-scene-{scene}-{size}-{lang}-{theme}")


async def look_at_page(page: Page, served: Served, name: str, lang: str, scheme: str, sizes: tuple[str, ...]) -> None:
    """Load a page once, and look at it in these sizes."""
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    await page.goto(served.url(f"{PAGES[name]}?lang={lang}"))
    await expect(page.locator("main").first).to_be_visible()
    assert await page.evaluate(CONTRAST, 4.5) == [], (name, lang, scheme)
    for size in sizes:
        await resize(page, size)
        wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} can be scrolled sideways at {size} in {lang}"
        await picture(page, f"all-page-{name}-{size}-{lang}-{scheme}", full=True)


@pytest.mark.parametrize("scene", SCENES)
async def test_a_scene_at_every_size_and_in_every_theme(strict: Page, themed: Served, scene: str) -> None:
    turn = list(SCENES).index(scene)  # so that each theme is seen in both languages and at all sizes by some scene
    sizes = [list(SIZES)[(at + turn) % len(SIZES)] for at in range(len(SIZES))]
    for at, theme in enumerate(THEMES):
        lang = LANGS[(at + turn) % len(LANGS)]
        await look_at_scene(strict, themed, scene, lang, theme, tuple(sizes[at :: len(THEMES)]))


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_at_every_size(strict: Page, name: str) -> None:
    async with at_desk() as at:
        sizes = tuple(SIZES)
        for lang, scheme in zip(LANGS, SCHEMES, strict=True):
            await look_at_page(strict, at.served, name, lang, scheme, sizes if lang == "de" else sizes[3:])


@pytest.mark.long
async def test_everything_together(strict: Page, themed: Served) -> None:
    made = 0
    for scene, lang, theme in product(SCENES, LANGS, THEMES):
        await look_at_scene(strict, themed, scene, lang, theme, tuple(SIZES))
        made += len(SIZES)
    async with at_desk() as at:
        for name, lang, scheme in product(PAGES, LANGS, SCHEMES):
            await look_at_page(strict, at.served, name, lang, scheme, tuple(SIZES))
            made += len(SIZES)
    print(f"{made} pictures in {PICTURES}")

"""The themes of the scenes: legible on anything, switched without a reload, and told apart without colours."""

import asyncio
from pathlib import Path

from playwright.async_api import Page, expect

from overlay.looks.scenes import SCENES, TALL
from overlay.looks.themes import THEMES, Themes
from tests.browser.overlay_server import Served, drawn, full_hub, picture, serving
from tests.overlay import event_samples

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
LIMITS = {"dark": 4.5, "light": 4.5, "contrast": 7}
BUSY = "repeating-linear-gradient(45deg, #f7d94c 0 40px, #2e9e5b 40px 80px, #fff 80px 120px, #d33 120px 160px)"
BACKGROUNDS = {"dark": "#fff", "light": "#000", "contrast": BUSY}
WEAR = """([theme, background]) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.background = background;
}"""
SHAPELESS = """() => {
  const points = (arrow) => {
    const style = getComputedStyle(arrow);
    const [up, down] = [parseFloat(style.borderBottomWidth), parseFloat(style.borderTopWidth)];
    return up > 5 && down === 0 ? "up" : down > 5 && up === 0 ? "down" : "";
  };
  const told = { "is-gain": ["+", "up"], "is-loss": ["−", "down"] };
  const bad = [];
  for (const [kind, [sign, way]] of Object.entries(told)) {
    for (const element of document.querySelectorAll(`.${kind}`)) {
      const text = element.textContent.trim();
      if (!text.startsWith(sign) || points(element.querySelector(".arrow")) !== way) bad.push(`${kind}: ${text}`);
    }
  }
  return bad;
}"""
WITH_ALARM = ("bar", "clock", "flag")
"""The scenes that look different while a clock is low."""
SEEN = ("deuteranopia", "achromatopsia")
"""How those see who cannot tell green from red, or no colours at all, as Chromium calls it."""


async def test_every_scene_is_legible_in_every_theme_and_tells_gains_from_losses_by_shape(
    strict: Page, served: Served
) -> None:
    served.hub.publish("event/all", event_samples.event())
    told = 0
    for scene in SCENES:
        width, height = (720, 1280) if scene in TALL else (1280, 720)
        await strict.set_viewport_size({"width": width, "height": height})
        for game in ("live0001", "nameless") if scene in WITH_ALARM else ("live0001",):
            await served.open(strict, f"/scene/{scene}?game={game}&lang=de&motion=none")
            await expect(strict.locator(".place.is-on").first).to_be_visible()
            await drawn(strict)
            for theme, limit in LIMITS.items():
                await strict.evaluate(WEAR, [theme, BACKGROUNDS[theme]])
                assert await strict.evaluate(CONTRAST, limit) == [], (scene, theme)
                if game == "live0001":
                    await picture(strict, f"theme-{theme}-{scene}")
            assert await strict.evaluate(SHAPELESS) == [], scene
            told += await strict.locator(".is-gain, .is-loss").count()
    assert told > 20


async def test_gains_and_losses_without_colours(strict: Page, served: Served) -> None:
    await served.open(strict, "/scene/full?lang=en&motion=none")
    await expect(strict.locator(".entry")).to_have_count(5)
    chromium = await strict.context.new_cdp_session(strict)
    plain = await picture(strict, "sight-full")
    for sight in SEEN:
        await chromium.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        seen = await picture(strict, f"sight-full-{sight}")
        assert seen.read_bytes() != plain.read_bytes()


async def test_the_own_theme_counts_while_it_is_chosen_and_loads_nothing_from_elsewhere(
    page: Page, tmp_path: Path
) -> None:
    asked: list[bytes] = []

    async def elsewhere(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        writer.close()

    own = tmp_path / "theme.css"
    async with await asyncio.start_server(elsewhere, "127.0.0.1", 0) as server:
        other = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        own.write_text(
            f'@import url("{other}/a.css"); @font-face {{ font-family: Far; src: url("{other}/b.woff2"); }}'
            f'.bar {{ background: url("{other}/c.png") rgb(0, 1, 2); font-family: Far; }}'
            ":root { --air: rgb(4, 5, 6); } .bar { outline: 3px solid var(--air); }",
            encoding="utf-8",
        )
        async with serving(full_hub(), themes=Themes("own", own)) as served:
            await page.goto(served.url("/scene/bar"))
            bar = page.locator(".bar")
            await expect(bar).to_have_css("background-color", "rgb(0, 1, 2)")
            await expect(bar).to_have_css("outline-color", "rgb(4, 5, 6)")
            assert "Far" in await bar.evaluate("(element) => getComputedStyle(element).fontFamily")
            await page.evaluate("document.fonts.ready")
            await picture(page, "theme-own-bar")
            for theme in THEMES:
                await page.evaluate(WEAR, [theme, "#fff"])
                outline = "solid" if theme == "own" else "none"
                await expect(bar).to_have_css("outline-style", outline)
    assert asked == []

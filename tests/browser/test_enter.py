"""Entering a token: by the address, by the form, on the way to a scene; and that nothing of it stays to be seen."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web
from playwright.async_api import Page, expect

from bot.tokens.change import make
from bot.tokens.file import FILE
from bot.tokens.kept import KeptTokens
from tests.browser.overlay_server import picture
from tests.overlay.access.conftest import everything


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[str]:
    runner = web.AppRunner(everything(KeptTokens(path)), shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_a_token_is_entered_and_forgotten(strict: Page, tmp_path: Path) -> None:
    page, path = strict, tmp_path / FILE
    control, viewer = (
        make(path, "control", "dock", None, "").secret,
        make(path, "viewer", "host", 30, "").secret,
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.set_viewport_size({"width": 300, "height": 700})
    async with serving(path) as origin:
        await page.goto(f"{origin}/control?lang=de")
        await expect(page.get_by_text("Ein Regie-Token öffnet die Regie.")).to_be_visible()
        await picture(page, "enter-denied-300-de")
        await page.get_by_role("link", name="Token eingeben").click()

        await expect(page.get_by_role("button", name="Eingeben")).to_be_enabled()
        await page.get_by_label("Token").fill("uc_nonsense")
        await page.keyboard.press("Enter")
        await expect(page.get_by_text("Dieses Token gilt nicht oder nicht mehr.")).to_be_visible()
        await picture(page, "enter-wrong-300-de")
        assert await page.evaluate("document.documentElement.scrollWidth") == 300
        await page.get_by_label("Token").fill(f" {control} ")
        await page.get_by_role("button", name="Eingeben").click()
        await page.wait_for_url(f"{origin}/control")

        await page.goto(f"{origin}/enter?lang=en")
        await expect(page.get_by_text("This browser may control the show.")).to_be_visible()
        await picture(page, "enter-entered-300-en")
        await page.get_by_role("button", name="Forget it").click()
        await expect(page.get_by_role("button", name="Forget it")).to_have_count(0)

        await page.set_viewport_size({"width": 1280, "height": 720})
        await picture(page, "enter-1280-en")
        await page.goto("about:blank")
        await page.goto(f"{origin}/enter?to=/game/live0001#{viewer}")
        await page.wait_for_url(f"{origin}/game/live0001")
        await page.go_back()
        assert page.url == "about:blank"

        for token in (viewer, "uv_nonsense"):
            await page.context.clear_cookies()
            await page.goto("about:blank")
            await page.goto(f"{origin}/enter?to=/scene/bar%3Fgame%3Dlive0001#{token}")
            await page.wait_for_url(f"{origin}/scene/bar?game=live0001")
            names = [cookie.get("name") for cookie in await page.context.cookies()]
            assert names == (["unruh_viewer"] if token == viewer else [])
            assert await page.evaluate("document.cookie") == ""
    assert [url for url in asked if control in url or (viewer in url and not url.endswith(f"#{viewer}"))] == []

"""The loader, as OBS opens it: a real file, while the server is away, comes, dies and comes back."""

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Page, expect

from tests.browser.overlay_server import full_hub, serving
from tests.overlay import samples

COVERED = """async (png) => {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let covered = 0;
  for (let at = 3; at < data.length; at += 4) covered += data[at] > 0;
  return covered / (bitmap.width * bitmap.height);
}"""
STRANGER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 18\r\n\r\n<h1>It works!</h1>"


@pytest_asyncio.fixture(loop_scope="session")
async def opened(browser: Browser) -> AsyncIterator[Page]:
    """A page that may open files; its time can be made to pass."""
    context = await browser.new_context(viewport={"width": 960, "height": 540})
    page = await context.new_page()
    await page.clock.install()
    yield page
    await context.close()


@asynccontextmanager
async def strangers(port: int, answer: bytes) -> AsyncIterator[list[bytes]]:
    """Another program on the port, that says this and then hangs; and what it was asked."""
    asked: list[bytes] = []

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        writer.write(answer)
        await reader.read()
        writer.close()

    async with await asyncio.start_server(answered, "127.0.0.1", port, reuse_address=True) as server:
        yield asked
        server.close()


async def covered(page: Page) -> float:
    """How much of the picture is not transparent, 0 to 1."""
    picture = await page.screenshot(omit_background=True)
    share = await page.evaluate(COVERED, base64.b64encode(picture).decode())
    return float(share)


async def file_of(folder: Path) -> tuple[Path, int]:
    """The file, given by a server that is gone by now, and its port."""
    async with serving(full_hub()) as server, aiohttp.ClientSession() as web:
        async with web.get(server.url("/loader/bar.html?lang=en&motion=none")) as answer:
            path = folder / "unruh-bar.html"
            path.write_bytes(await answer.read())
        return path, server.port


async def wait(page: Page, seconds: int) -> None:
    """Let time pass, and the frame answer in between."""
    for _ in range(seconds):
        await page.clock.run_for(1000)
        if await page.locator("iframe.is-alive").count():
            # When it answers this, it has come to what it was asked before.
            await page.frame_locator("iframe").locator("body").evaluate("() => null")
        await asyncio.sleep(0.05)


async def until_alive(page: Page) -> FrameLocator:
    """Let time pass until the scene is loaded; then it has as much time of its own as it needs until it is shown."""
    for _ in range(40):
        if any("/scene/" in frame.url for frame in page.frames):
            break
        await wait(page, 1)
    await expect(page.locator("iframe.is-alive")).to_have_count(1)
    return page.frame_locator("iframe")


async def test_the_loader_shows_the_scene_and_never_anything_else(opened: Page, tmp_path: Path) -> None:
    path, port = await file_of(tmp_path)
    said: list[str] = []
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))

    await opened.goto(path.as_uri())
    await wait(opened, 5)
    assert await covered(opened) == 0

    for answer in (STRANGER, b""):
        async with strangers(port, answer) as asked:
            for _ in range(40):
                await wait(opened, 1)
                if len(asked) > 1:
                    break
                assert await covered(opened) == 0
            assert len(asked) > 1  # it was given up, and tried again
            assert asked[0].startswith(b"GET /scene/bar?lang=en&motion=none ")

    async with serving(full_hub(), port):
        scene = await until_alive(opened)
        await expect(scene.locator(".bar")).to_contain_text("anna_weiss")
        assert 0.1 < await covered(opened) < 0.3
    await expect(scene.locator(".badge-reconnecting")).to_be_visible()
    await wait(opened, 15)
    assert 0.1 < await covered(opened) < 0.3  # the last good state stays

    async with serving(full_hub(samples.won()), port):
        await wait(opened, 10)
        await expect(scene.locator(".bar")).to_contain_text("Final score")

    await scene.locator("body").evaluate("location.reload()")
    await expect(opened.locator("iframe.is-alive")).to_have_count(0)
    await wait(opened, 1)
    assert await covered(opened) == 0
    async with serving(full_hub(), port):
        scene = await until_alive(opened)
        await expect(scene.locator(".bar")).to_contain_text("If drawn now")
    assert [text for text in said if not text.startswith("WebSocket connection to")] == []

"""The third-party files that the build hook copies are complete: a browser loads each of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from aiohttp import web
from playwright.async_api import Page

STATIC = Path(__file__).resolve().parents[2] / "overlay" / "static"
PAGE = """<!doctype html>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/vendor/chessground/chessground.base.css">
<link rel="stylesheet" href="/static/vendor/chessground/chessground.brown.css">
<link rel="stylesheet" href="/static/vendor/chessground/chessground.cburnett.css">
<link rel="stylesheet" href="/static/vendor/uplot/uPlot.min.css">
<link rel="stylesheet" href="/static/vendor/inter/index.css">
<link rel="stylesheet" href="/static/vendor/bricolage-grotesque/index.css">
<script type="importmap">{"imports": {
  "@lichess-org/chessground": "/static/vendor/chessground/chessground.min.js",
  "lit-html": "/static/vendor/lit-html/lit-html.js",
  "lit-html/": "/static/vendor/lit-html/",
  "uplot": "/static/vendor/uplot/uPlot.esm.js"
}}</script>
<div id="board" style="width: 400px; height: 400px"></div><div id="chart"></div><ul id="list"></ul>
<script type="module">
import { Chessground } from "@lichess-org/chessground";
import { html, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import uPlot from "uplot";

Chessground(document.getElementById("board"), { fen: "4k3/8/8/8/8/8/4P3/4K3" });
new uPlot({ width: 300, height: 200, series: [{}, {}] }, [[1, 2], [3, 4]], document.getElementById("chart"));
render(repeat([1, 2, 3], (n) => html`<li>${n}</li>`), document.getElementById("list"));
const fonts = ['500 20px "Inter Variable"', '700 20px "Bricolage Grotesque Variable"'];
const loaded = await Promise.all(fonts.map((font) => document.fonts.load(font)));
document.body.dataset.fonts = loaded.map((faces) => faces.length).join();
</script>
"""


async def show(_request: web.Request) -> web.Response:
    return web.Response(text=PAGE, content_type="text/html")


@pytest_asyncio.fixture(loop_scope="session")
async def address() -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_static("/static", STATIC)
    app.router.add_get("/", show)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def test_every_vendored_library_works(page: Page, address: str) -> None:
    await page.goto(address)
    await page.wait_for_selector("body[data-fonts]", state="attached")
    assert await page.get_attribute("body", "data-fonts") == "1,1"
    assert await page.locator("#board piece:not(.ghost)").count() == 3
    assert await page.locator("#chart canvas").count() == 1
    assert await page.locator("#list li").all_inner_texts() == ["1", "2", "3"]


def test_every_vendored_package_has_its_licence() -> None:
    folders = [folder for folder in (STATIC / "vendor").iterdir() if folder.is_dir()]
    assert len(folders) >= 5
    assert [folder.name for folder in folders if not (folder / "LICENSE").is_file()] == []

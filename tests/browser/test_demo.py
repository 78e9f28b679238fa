"""The demo as a newcomer meets it: the real command, in a process of its own, seen in a real browser."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser.overlay_server import picture

pytestmark = pytest.mark.xdist_group("demo")  # one program for all tests
STARTED_WITHIN_S = 30
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+(?=\s*\(Ctrl-C)")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def demo() -> AsyncIterator[str]:
    """The address of a running `unruh demo`."""
    program = (sys.executable, "-m", "bot", "demo", "--port", "0")
    process = await asyncio.create_subprocess_exec(*program, stderr=asyncio.subprocess.PIPE)
    assert process.stderr
    said = ""
    async with asyncio.timeout(STARTED_WITHIN_S):
        while not (address := ADDRESS.search(said)):
            line = await process.stderr.readline()
            assert line, f"the demo ended: {said}"
            said += line.decode()
    yield address[0]
    process.terminate()
    rest = await process.stderr.read()
    assert await process.wait() == 0
    assert b"Traceback" not in rest


async def _busiest(demo: str) -> str:
    """The running game with most entries in its ledger, once most games are under way."""
    async with aiohttp.ClientSession(demo) as session, asyncio.timeout(STARTED_WITHIN_S):
        async with session.ws_connect("/ws?topics=lobby") as lobby:
            games: list[dict[str, Any]] = []
            while sum(game["ply"] > 0 for game in games) < 6:
                games = [game for game in (await lobby.receive_json())["state"]["games"] if game["lifecycle"] == "live"]
        states = []
        for game in games:
            async with session.get(f"/api/v1/games/{game['id']}") as answer:
                states.append(await answer.json())
    return str(max(states, key=lambda state: len(state["entries"]))["id"])


async def test_the_lobby_lists_the_games(strict: Page, demo: str) -> None:
    await _busiest(demo)
    await strict.goto(f"{demo}/?lang=en")
    await expect(strict.locator(".game-card, .game-row, article").first).to_be_visible()
    await expect(strict.locator("body")).to_contain_text("leads")
    await picture(strict, "demo-lobby")


async def test_the_bar_shows_real_numbers(strict: Page, demo: str) -> None:
    game = await _busiest(demo)
    await strict.goto(f"{demo}/scene/bar?game={game}&lang=de")
    points = strict.locator(".bar .points")
    for side in range(2):
        await expect(points.nth(side)).to_have_text(re.compile(r"^\d,\d\d$"))
    await expect(strict.locator(".bar .clock").first).to_have_text(re.compile(r"^\d+:\d\d"))
    await picture(strict, "demo-bar")


async def test_the_ledger_shows_real_reasons(strict: Page, demo: str) -> None:
    game = await _busiest(demo)
    await strict.goto(f"{demo}/scene/ledger?game={game}&lang=de")
    await expect(strict.locator(".entry .reason").first).not_to_be_empty()
    await expect(strict.locator(".entry .amount").first).to_have_text(re.compile(r"[+−]0,\d\d"))
    await picture(strict, "demo-ledger")


async def test_the_game_page_shows_everything(strict: Page, demo: str) -> None:
    game = await _busiest(demo)
    await strict.goto(f"{demo}/game/{game}?lang=en")
    await expect(strict.locator("cg-board piece").first).to_be_visible()
    await expect(strict.locator("#scores")).to_contain_text("If White wins")
    await expect(strict.locator("#flag")).to_contain_text("flag falls")
    await expect(strict.locator("#chart canvas").first).to_be_visible()
    await expect(strict.locator("#ledger .entry").first).to_be_visible()
    await picture(strict, "demo-game")
    await strict.set_viewport_size({"width": 1280, "height": 720})
    await picture(strict, "demo-game-720")

"""What is held back leaves the server by no route, but for those who have a token for it."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.tokens.change import make
from bot.tokens.kept import KeptTokens
from overlay.state import Player
from overlay.web.keys import HUB
from tests.overlay import samples, scored_samples
from tests.overlay.access.conftest import ELSEWHERE, NEWS, Made, everything, with_token
from tests.overlay.access.test_table import SOCKETS, address, rows
from tests.overlay.conftest import Web

TOPICS = ("game/live0001", "featured", "lobby", "event/all", "event/club", "air", "desk", "test")
ASKED = ("", "delay=0", "air=1&delay=-60", "game=live0001&event=all")


@pytest_asyncio.fixture
async def web(made: Made) -> AsyncIterator[Web]:
    app = everything(KeptTokens(made.path), delay_s=60)
    async with TestClient(TestServer(app)) as client:
        game = msgspec.structs.replace(samples.live(), white=Player(NEWS))
        hub = app[HUB]
        hub.publish("game/live0001", game)
        hub.publish("featured", game)
        lobby = samples.lobby()
        first = msgspec.structs.replace(lobby.games[0], white=Player(NEWS))
        club = scored_samples.midway()
        row = msgspec.structs.replace(club.rows[0], player=Player(NEWS))
        hub.publish("event/club", msgspec.structs.replace(club, rows=(row, *club.rows[1:])))
        hub.publish("lobby", msgspec.structs.replace(lobby, games=(first, *lobby.games[1:])))
        yield client


async def heard(viewer: Any) -> str:
    """Everything that a WebSocket tells of every topic that it may hear."""
    told = ""
    for topic in TOPICS:
        await viewer.send_json({"subscribe": [topic]})
        message = await viewer.receive(timeout=5)
        told += message.data if isinstance(message.data, str) else ""
    return told


async def telling(web: Web, headers: dict[str, str], query: str = "") -> set[str]:
    """The routes that tell the news."""
    told = set()
    for route in rows():
        path = f"{address(route)}?{query}"
        if route.startswith("POST"):
            continue
        if address(route) in SOCKETS:
            try:
                async with web.ws_connect(path, headers=headers) as viewer:
                    text = await heard(viewer)
            except Exception as refusal:
                text = str(refusal)
        else:
            text = await (await web.get(path, headers=headers)).text()
        if NEWS in text:
            told.add(route)
    return told


PUBLIC = {
    "GET /",
    "GET /game/{id}",
    "GET /event/{id}",
    "GET /event/{id}.{format}",
    "GET /scene/{name}",
    "GET /picture/{id}.svg",
    "GET /text/{id}.txt",
    "GET /ws",
    "GET /api/v1/games",
    "GET /api/v1/games/{id}",
    "GET /api/v1/events/{id}",
}


@pytest.mark.parametrize("query", ASKED)
async def test_the_public_does_not_hear_the_news(web: Web, made: Made, query: str) -> None:
    assert await telling(web, ELSEWHERE, query) == set()
    assert await telling(web, ELSEWHERE | with_token(made.viewer), query) == set()


async def test_a_viewer_with_a_token_for_it_hears_the_news(web: Web, made: Made) -> None:
    caster = make(made.path, "viewer", "caster", 0, "").secret
    assert await telling(web, ELSEWHERE | with_token(caster)) == PUBLIC
    assert await telling(web, ELSEWHERE | with_token(caster), "delay=20") == set()


async def test_control_hears_it_where_it_controls_and_the_air_does_not(web: Web, made: Made) -> None:
    assert await telling(web, ELSEWHERE | with_token(made.control)) == {
        "GET /control",
        "GET /control/ws",
        "GET /event/{id}.{format}",
    }

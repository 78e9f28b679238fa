"""A running simulator as tests see it, and how they read its streams."""

import asyncio
from dataclasses import dataclass
from typing import Any

import aiohttp
import msgspec

from bot.lichess.simulator import Game, ManualClock, Simulator, World

TIMEOUT_S = 15.0
"""No test waits this long: it only keeps a broken one from hanging."""


@dataclass
class Lab:
    """A running simulator and a client."""

    clock: ManualClock
    world: World
    simulator: Simulator
    url: str
    session: aiohttp.ClientSession
    opened: list[aiohttp.ClientResponse]

    def add(self, game: Game) -> Game:
        """Add a game that is created now."""
        game = game.anew(game.id, self.clock.now_ms())
        self.world.add(game)
        return game

    async def open(self, game_id: str = "abcdefgh") -> aiohttp.ClientResponse:
        """Open a move stream."""
        return await self.stream(f"/api/stream/game/{game_id}")

    async def stream(self, path: str, body: str | None = None, **headers: str) -> aiohttp.ClientResponse:
        """Open a stream, with a body by POST; it is closed with the test at the latest."""
        method = "GET" if body is None else "POST"
        response = await self.session.request(method, self.url + path, data=body, headers=headers)
        self.opened.append(response)
        return response

    async def slots(self, count: int) -> None:
        """Wait until so many slots for move streams are taken."""
        async with asyncio.timeout(TIMEOUT_S):
            while self.simulator.game_streams.used("127.0.0.1") != count:  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text of an answer."""
        async with self.session.get(self.url + path, headers=headers) as response:
            return response.status, await response.text()

    async def post(self, path: str, body: str, **headers: str) -> tuple[int, str]:
        """Status and text of the answer to a POST."""
        async with self.session.post(self.url + path, data=body, headers=headers) as response:
            return response.status, await response.text()

    async def json(self, path: str, **headers: str) -> Any:
        """An answer in JSON."""
        return msgspec.json.decode((await self.get(path, Accept="application/json", **headers))[1])


async def read_lines(response: aiohttp.ClientResponse, count: int) -> list[Any]:
    """The next lines of a stream, decoded."""
    return [msgspec.json.decode(await response.content.readline()) for _ in range(count)]


async def read_rest(response: aiohttp.ClientResponse) -> list[Any]:
    """All lines until the stream ends, decoded; blank ones left out."""
    return [msgspec.json.decode(line) for line in (await response.read()).split(b"\n") if line]


async def nothing_comes(response: aiohttp.ClientResponse) -> bool:
    """Whether nothing is on its way to the client."""
    try:
        await asyncio.wait_for(response.content.readany(), 0.05)
    except TimeoutError:
        return True
    return False

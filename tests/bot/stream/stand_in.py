"""Twitch on the loopback, as far as predictions need it: as strict as the real one, and faulty when a test says so."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

from aiohttp import web

from bot.clock import Clock
from bot.serving import served

TOKEN = "s3cretS3cretS3cret"
CLIENT = "client01"
CHANNEL = "1234"
Fault = Literal[
    "401", "403", "429", "429 silent", "500", "moved", "slow", "garbage", "closed", "lost", "huge", "scalar", "empty"
]
"""`lost`: what is asked for is done, and the connection breaks. `empty`: an answer without what was asked for."""


class StandIn:
    """One channel.

    `faults` come one after the other, each to one request with this method; `fault` comes always.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.scopes: list[str] | None = ["channel:manage:predictions"]
        self.user = CHANNEL
        self.expires_s = 5_000_000
        self.reset_s = 0
        self.faults: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self.fault: Fault | None = None
        self.asked: list[str] = []
        self.checks = 0
        self.predictions: list[dict[str, Any]] = []
        self.end_of_test = asyncio.Event()

    @property
    def newest(self) -> dict[str, Any]:
        return self.predictions[-1]

    @property
    def statuses(self) -> list[str]:
        return [one["status"] for one in self.predictions]

    @property
    def winner(self) -> str | None:
        """The title of the outcome that won the newest prediction."""
        won = self.newest["winning_outcome_id"]
        return next((str(one["title"]) for one in self.newest["outcomes"] if one["id"] == won), None)

    def ask(self, title: str, *outcomes: str, window_s: int = 120) -> dict[str, Any]:
        """Make a prediction, as the streamer does by hand."""
        number = len(self.predictions) + 1
        made = {
            "id": f"prediction-{number}",
            "broadcaster_id": CHANNEL,
            "title": title,
            "winning_outcome_id": None,
            "outcomes": [
                {"id": f"outcome-{number}-{place}", "title": name, "users": 0, "top_predictors": None}
                for place, name in enumerate(outcomes)
            ],
            "prediction_window": window_s,
            "status": "ACTIVE",
            "locks_ms": self.clock.now_ms() + window_s * 1000,
        }
        self.predictions.append(made)
        return made

    def end(self, status: str, winner: str | None = None) -> None:
        """End the newest prediction."""
        self.newest.update(status=status, winning_outcome_id=winner)

    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_get("/oauth2/validate", self._validate)
        application.router.add_route("*", "/helix/predictions", self._faulty)
        return application

    async def _validate(self, request: web.Request) -> web.StreamResponse:
        self.checks += 1
        if request.headers.get("Authorization") != f"OAuth {TOKEN}":
            return _refusal(401, "invalid access token")
        body = {"client_id": CLIENT, "scopes": self.scopes, "expires_in": self.expires_s}
        return web.json_response(body | ({"user_id": self.user, "login": "club"} if self.user else {}))

    async def _faulty(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.method)
        assert TOKEN not in str(request.url)
        faults = self.faults[request.method]
        fault = faults.popleft() if faults else self.fault
        match fault:
            case None:
                return await self._answer(request)
            case "401" | "403" | "500":
                return _refusal(int(fault), "no")
            case "429":
                return _refusal(429, "slower", {"Ratelimit-Reset": str(self.reset_s)})
            case "429 silent":
                return _refusal(429, "slower")
            case "slow":
                await self.end_of_test.wait()
            case "garbage":
                return web.Response(text="<html>\x00{", content_type="application/json")
            case "scalar":
                return web.json_response({"data": [5]})
            case "empty":
                return web.json_response({"data": []})
            case "huge":
                return web.Response(body=b"[" * 3_000_000)
            case "moved":
                return web.Response(status=302, headers={"Location": "https://elsewhere.example/"})
            case "lost":
                await self._answer(request)
        assert request.transport
        request.transport.close()
        return web.Response()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        for one in self.predictions:
            if one["status"] == "ACTIVE" and self.clock.now_ms() >= one["locks_ms"]:
                one["status"] = "LOCKED"
        said = dict(request.query) if request.method == "GET" else await request.json()
        if request.headers.get("Authorization") != f"Bearer {TOKEN}" or request.headers.get("Client-Id") != CLIENT:
            return _refusal(401, "the token and the client do not match")
        if said.get("broadcaster_id") != CHANNEL:
            return _refusal(401, "the broadcaster is not the owner of the token")
        match request.method:
            case "GET":
                return self._found(said)
            case "POST":
                return self._made(said)
            case "PATCH":
                return self._changed(said)
        return _refusal(405, "unknown")

    def _found(self, said: dict[str, str]) -> web.Response:
        chosen = [one for one in reversed(self.predictions) if said.get("id", one["id"]) == one["id"]]
        return web.json_response({"data": chosen[: int(said.get("first", "20"))], "pagination": {}})

    def _made(self, said: dict[str, Any]) -> web.Response:
        titles, window_s = [one["title"] for one in said["outcomes"]], said["prediction_window"]
        if not 1 <= len(said["title"]) <= 45 or not all(1 <= len(title) <= 25 for title in titles):
            return _refusal(400, "a title is too long")
        if not 2 <= len(titles) <= 10 or not 30 <= window_s <= 1800:
            return _refusal(400, "outcomes or window")
        if any(one["status"] in ("ACTIVE", "LOCKED") for one in self.predictions):
            return _refusal(400, "prediction event already active, only one allowed at a time")
        return web.json_response({"data": [self.ask(said["title"], *titles, window_s=window_s)]})

    def _changed(self, said: dict[str, Any]) -> web.Response:
        found = [one for one in self.predictions if one["id"] == said["id"]]
        if not found:
            return _refusal(404, "prediction not found")
        allowed = {"ACTIVE": ("LOCKED", "RESOLVED", "CANCELED"), "LOCKED": ("RESOLVED", "CANCELED")}
        winner = said.get("winning_outcome_id")
        if said["status"] not in allowed.get(found[0]["status"], ()):
            return _refusal(400, "it cannot be that now")
        if (said["status"] == "RESOLVED") != (winner in [one["id"] for one in found[0]["outcomes"]]):
            return _refusal(400, "winning_outcome_id")
        found[0].update(status=said["status"], winning_outcome_id=winner)
        return web.json_response({"data": found})


@asynccontextmanager
async def standing_in(clock: Clock) -> AsyncIterator[tuple[StandIn, str]]:
    """A stand-in that is served, with its address."""
    stand_in = StandIn(clock)
    async with served(stand_in.application(), "127.0.0.1", 0) as url:
        yield stand_in, url
        stand_in.end_of_test.set()


def _refusal(status: int, message: str, headers: dict[str, str] | None = None) -> web.Response:
    body = {"error": "Refused", "status": status, "message": message}
    return web.json_response(body, status=status, headers=headers)

"""What the program says about itself: `/api/v1/status` and `/healthz`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest
from aiohttp.test_utils import TestClient, TestServer

from overlay.access.tokens import NoTokens
from overlay.bus.no_answer import NoAnswer
from overlay.hub import Hub
from overlay.state import Lifecycle
from overlay.web.app import create_app, create_bot_app
from overlay.web.serving import channels_of
from overlay.web.status import (
    BotStatus,
    GameStatus,
    Lag,
    RequestStatus,
    Slots,
    SourceStatus,
    StoreStatus,
    lag,
)
from tests.overlay.conftest import Web

GAMES = (
    GameStatus("gameone1", "live", "own", 0, 800, 1),
    GameStatus("gametwo2", "reconnecting", "stream", 3, 61_000, 2),
    GameStatus("gamethr3", "settled", "none", 0, 900_000, 3),
)
STATUS = BotStatus(
    server="lichess.org",
    requests=RequestStatus(paused_ms=41_000, pauses=2, waiting=5, last_limited_ms=19_000),
    slots=Slots(1, 8, ("gametwo2",)),
    games=GAMES,
    lag=lag(GAMES),
    sources=(SourceStatus("arena </script>\u202e", "waiting", 19_000, 'paused "<b>"'),),
    store=StoreStatus(),
)
FAILING = StoreStatus(backlog=120, dropped=3, failing_ms=30_500, reason="the disk is full")


@asynccontextmanager
async def serving(status: BotStatus) -> AsyncIterator[Web]:
    async with TestClient(TestServer(create_app(Hub(), status=lambda: status))) as client:
        yield client


async def test_the_status_is_told_whole() -> None:
    async with serving(STATUS) as web:
        response = await web.get("/api/v1/status")
        assert response.content_type == "application/json"
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert msgspec.json.decode(await response.read(), type=BotStatus) == STATUS


async def test_every_request_asks_anew() -> None:
    hosts = iter(("lichess.org", "lichess.dev"))
    app = create_app(Hub(), status=lambda: msgspec.structs.replace(STATUS, server=next(hosts)))
    async with TestClient(TestServer(app)) as web:
        told = [(await (await web.get("/api/v1/status")).json())["server"] for _ in range(2)]
    assert told == ["lichess.org", "lichess.dev"]


async def test_what_is_not_known_is_null() -> None:
    async with serving(BotStatus("lichess.org", RequestStatus(), Slots(0, 8))) as web:
        told = await (await web.get("/api/v1/status")).json()
    assert told == {
        "server": "lichess.org",
        "requests": {"paused_ms": 0, "pauses": 0, "waiting": 0, "last_limited_ms": None},
        "slots": {"used": 0, "of": 8, "games": []},
        "games": [],
        "lag": None,
        "sources": [],
        "store": None,
    }


async def test_without_a_status_there_is_none(web: Web) -> None:
    response = await web.get("/api/v1/status")
    assert response.status == 404
    assert await response.json() == {"error": "This server only shows games; it follows none."}


async def test_it_is_described(web: Web) -> None:
    described = await (await web.get("/api/v1/openapi.json")).json()
    answers = described["paths"]["/api/v1/status"]["get"]["responses"]
    schema = answers["200"]["content"]["application/json"]["schema"]
    assert (schema, set(answers)) == ({"$ref": "#/components/schemas/BotStatus"}, {"200", "404"})
    schemas = described["components"]["schemas"]
    for struct in (BotStatus, GameStatus, Lag, RequestStatus, Slots, SourceStatus, StoreStatus):
        assert tuple(schemas[struct.__name__]["properties"]) == struct.__struct_fields__
    assert schemas["Health"]["required"] == ["status", "topics", "viewers", "ready"]


def game(lifecycle: Lifecycle, heard_ms: int | None) -> GameStatus:
    return GameStatus("gameone1", lifecycle, "export", 0, heard_ms, 1)


@pytest.mark.parametrize(
    ("games", "told"),
    [
        ((), None),
        ((game("waiting", None), game("ended", 9000), game("settled", 90_000), game("void", 5)), None),
        ((game("live", None),), None),
        ((game("live", 400),), Lag(400, 400)),
        ((game("live", 400), game("reconnecting", 60_000), game("live", 500)), Lag(500, 60_000)),
        ((game("live", 400), game("live", 501)), Lag(450, 501)),
    ],
)
def test_the_lag_is_that_of_running_games(games: tuple[GameStatus, ...], told: Lag | None) -> None:
    assert lag(games) == told


@pytest.mark.parametrize(
    ("store", "verdict"),
    [(None, "ok"), (StoreStatus(), "ok"), (StoreStatus(backlog=7, dropped=3), "ok"), (FAILING, "degraded")],
)
async def test_a_failing_store_is_shown_in_healthz(store: StoreStatus | None, verdict: str) -> None:
    async with serving(msgspec.structs.replace(STATUS, store=store)) as web:
        response = await web.get("/healthz")
        assert response.status == 200
        assert await response.json() == {
            "status": verdict,
            "topics": 0,
            "viewers": 0,
            "ready": True,
            "store": store and msgspec.to_builtins(store),
            "requests": {"paused_ms": 41_000},
        }


@pytest.mark.parametrize(("delay_s", "status"), [(0, 200), (30, 403)])
async def test_a_bot_without_pages_tells_strangers_nothing_that_is_held_back(delay_s: int, status: int) -> None:
    app = create_bot_app(channels_of(Hub(), delay_s), lambda: STATUS, NoTokens())
    async with TestClient(TestServer(app)) as web:
        assert (await web.get("/api/v1/status")).status == 200, "this computer controls"
        assert (await web.get("/api/v1/status", headers={"X-Forwarded-For": "192.0.2.7"})).status == status


async def test_a_bot_without_pages_leads_to_its_status() -> None:
    app = create_bot_app(channels_of(Hub()), lambda: STATUS, NoTokens())
    async with TestClient(TestServer(app)) as web:
        response = await web.get("/")
        assert (response.url.path, (await response.json())["server"]) == ("/api/v1/status", STATUS.server)
        for address in ("/control", "/game/abcdefgh", "/scene/bar", "/favicon.ico"):
            response = await web.get(address)
            assert (response.status, await response.json()) == (404, {"error": "There is no such thing here."})


async def test_a_bot_that_does_not_answer_is_told_in_one_sentence(caplog: pytest.LogCaptureFixture) -> None:
    async def nobody() -> BotStatus:
        raise NoAnswer("the bot has not answered")

    async with TestClient(TestServer(create_app(Hub(), remote_status=nobody))) as web:
        response = await web.get("/api/v1/status")
        assert (response.status, await response.json()) == (503, {"error": "the bot has not answered"})
    assert not caplog.records

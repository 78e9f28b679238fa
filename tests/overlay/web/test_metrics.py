"""`GET /metrics` and whether the program is ready: for those who watch programs."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as plain

from overlay.access.tokens import NoTokens
from overlay.hub import Hub
from overlay.metrics import program
from overlay.web.api import version_of
from overlay.web.app import create_app, create_bot_app
from overlay.web.serving import channels_of
from tests.overlay import samples
from tests.overlay.access.conftest import ELSEWHERE, from_peer
from tests.overlay.conftest import Web
from tests.overlay.metrics.measured import everything
from tests.overlay.web.test_status import STATUS


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[Web]:
    async with TestClient(TestServer(app)) as client:
        yield client


async def measured(client: Web) -> dict[str, float]:
    """All numbers, by their names, and by the labels of those that have them."""
    text = await (await client.get("/metrics")).text()
    return {
        "/".join((sample.name, *sample.labels.values())): sample.value
        for family in plain(text)
        for sample in family.samples
    }


async def test_viewers_and_what_they_were_given(hub: Hub) -> None:
    async with serving(everything(hub)) as client:
        async with (
            client.ws_connect("/ws?topics=game/live0001") as viewer,
            client.ws_connect("/ws?topics=featured&air=1"),
            client.ws_connect("/control/ws?topics=lobby") as control,
        ):
            hub.publish("game/live0001", samples.state("live0001", 37), heard_s=0.2)
            texts = [(await viewer.receive_str(timeout=15)).encode() for _ in range(2)]
            await control.receive_str(timeout=15)
            told = await measured(client)
        assert [told[f"unruh_viewers/{kind}"] for kind in ("page", "scene", "control")] == [1, 1, 1]
        assert told["unruh_frames_sent_total"] == told["unruh_frames_offered_total"] == 4
        assert told["unruh_sent_bytes_total"] > sum(map(len, texts))
        assert (told["unruh_lag_seconds_bucket/0.1"], told["unruh_lag_seconds_bucket/+Inf"]) == (0, 1)
        assert told["unruh_topics"] == len(hub.topics())


async def test_refusals_are_counted(hub: Hub) -> None:
    async with serving(everything(hub)) as client:
        assert (await client.get("/ws?topics=nowhere/x")).status == 400
        assert (await client.get("/ws", headers={"Origin": "https://elsewhere.example"})).status == 403
        async with client.ws_connect("/ws") as viewer:
            await viewer.send_str("what?")
            await viewer.receive(timeout=5)
        told = await measured(client)
    assert [told[f"unruh_refused_total/{reason}"] for reason in ("topics", "origin", "viewers")] == [1, 1, 0]
    assert told["unruh_viewers_cut_off_total/message"] == 1


async def test_silence_is_measured(hub: Hub) -> None:
    async with serving(create_app(hub)) as client:
        assert (await measured(client))["unruh_silent_seconds"] == 0
        hub.fall_silent(hub.clock() - 40)
        assert 40 <= (await measured(client))["unruh_silent_seconds"] < 60


async def test_only_who_follows_games_measures_that(hub: Hub) -> None:
    async with serving(create_app(hub)) as client:
        assert not {name for name in await measured(client) if "slots" in name or "store" in name}
    async with serving(create_bot_app(channels_of(hub), lambda: STATUS, NoTokens())) as client:
        told = await measured(client)
    assert (told["unruh_slots_used"], told["unruh_slots"], told["unruh_pause_seconds"]) == (1, 8, 41)
    assert (told["unruh_games/live"], told["unruh_games/reconnecting"], told["unruh_games/void"]) == (1, 1, 0)
    assert (told["unruh_plies_behind"], told["unruh_unheard_seconds"]) == (3, 61)
    assert (told["unruh_sources/waiting"], told["unruh_sources/running"]) == (1, 0)
    assert (told["unruh_store_backlog"], told["unruh_store_failing_seconds"]) == (0, 0)


@pytest.mark.parametrize(
    ("accept", "form", "parse"),
    [
        ("", "text/plain; version=0.0.4; charset=utf-8", plain),
        ("text/html", "text/plain; version=0.0.4; charset=utf-8", plain),
        ("text/plain;version=x", "text/plain; version=0.0.4; charset=utf-8", plain),
        ("application/openmetrics-text;version=é", "text/plain; version=0.0.4; charset=utf-8", plain),
        ("application/openmetrics-text;version=1.0.0,*/*", "application/openmetrics-text; version=1.0.0", open_metrics),
    ],
)
async def test_the_form_is_the_one_that_was_asked_for(
    hub: Hub, accept: str, form: str, parse: Callable[[str], Iterable[object]]
) -> None:
    async with serving(everything(hub)) as client:
        response = await client.get("/metrics", headers={"Accept": accept})
        assert response.status == 200
        assert response.headers["Content-Type"].startswith(form)
        assert response.headers["Cache-Control"] == "no-store"
        assert len(list(parse(await response.text()))) > 20


async def test_everybody_else_is_told_why_not(hub: Hub) -> None:
    app = everything(hub)
    app.middlewares.insert(0, from_peer)
    async with serving(app) as client:
        response = await client.get("/metrics", headers=ELSEWHERE)
        assert response.status == 403
        assert set(await response.json()) == {"error"}


async def test_alive_is_not_ready() -> None:
    reasons = iter(("it begins", "it begins", "it begins", None, None, None))
    async with serving(create_app(Hub(), ready=lambda: next(reasons))) as client:
        for ready, answer in (
            (False, {"ready": False, "why": "it begins"}),
            (True, {"ready": True, "why": None}),
        ):
            alive = await client.get("/healthz")
            assert (alive.status, (await alive.json())["ready"]) == (200, ready)
            response = await client.get("/healthz/ready")
            assert response.status == (200 if ready else 503)
            assert await response.json() == answer
            assert (await measured(client))["unruh_ready"] == ready


async def test_the_event_loop_is_looked_at_while_the_program_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LOOK_S", 0.001)
    async with serving(create_app(Hub())) as client, asyncio.timeout(15):
        told: dict[str, float] = {}
        while not told.get("unruh_loop_lag_seconds_count"):
            told = await measured(client)
        assert told[f"unruh_build_info/{version_of()}"] == 1

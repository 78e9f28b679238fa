"""The page of an event, its files, and the list of all."""

from collections.abc import AsyncIterator

import msgspec
import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from overlay.hub import Hub
from overlay.state import Event, Events, Lang, Text
from overlay.web.app import create_app
from overlay.web.events import FORMATS, FileFormat
from tests.overlay import event_samples, scored_samples
from tests.overlay.conftest import Web


class Files:
    """Makes files that say what was asked for, and what was played so far."""

    def __init__(self) -> None:
        self.played = 1

    async def __call__(self, event_id: str, format_: FileFormat, lang: Lang) -> bytes | None:
        return f"{event_id} {format_} {lang} {self.played} ½".encode() if event_id == "swiss" else None


@pytest.fixture
def files() -> Files:
    return Files()


@pytest_asyncio.fixture
async def web(files: Files) -> AsyncIterator[Web]:
    hub = Hub()
    hub.publish("event/all", event_samples.empty())
    hub.publish("event/swiss", scored_samples.swiss())
    async with TestClient(TestServer(create_app(hub, files=files))) as client:
        yield client


async def test_the_page_has_the_event_and_its_files(web: Web) -> None:
    page = await (await web.get("/event/swiss?lang=de")).text()
    assert "Klubabend im Springer" in page
    assert [f"/event/swiss.{format_}?lang=de" in page for format_ in FORMATS] == [True] * 6


@pytest.mark.parametrize("event_id", ["unknown", "all"])
async def test_a_page_waits_for_its_event_and_the_evening_has_no_files(web: Web, event_id: str) -> None:
    response = await web.get(f"/event/{event_id}")
    assert response.status == 200
    assert (".pgn" in await response.text()) == (event_id == "unknown")


@pytest.mark.parametrize(
    "path", ["/event/", "/event/a%22b", "/event/swiss.exe", "/event/other.pgn", "/event/a%2Fb.pgn"]
)
async def test_what_is_no_event_is_not_there(web: Web, path: str) -> None:
    assert (await web.get(path)).status == 404


@pytest.mark.parametrize("format_", FORMATS)
async def test_a_file(web: Web, format_: FileFormat) -> None:
    response = await web.get(f"/event/swiss.{format_}?lang=de")
    assert await response.read() == f"swiss {format_} de 1 ½".encode()
    saved = response.headers.get("Content-Disposition")
    assert saved == (None if format_ in ("pgn", "html") else f'attachment; filename="swiss.{format_}"')
    assert response.charset == (None if format_ == "xlsx" else "utf-8")
    policy = response.headers["Content-Security-Policy"]
    assert ("script-src" not in policy and "sandbox" in policy) == (format_ == "html")


async def test_who_polls_the_games_gets_them_only_when_something_is_new(web: Web, files: Files) -> None:
    first = await web.get("/event/swiss.pgn")
    assert (first.content_type, first.headers["Cache-Control"]) == ("text/x-chess-pgn", "no-cache")
    known = {"If-None-Match": first.headers["ETag"]}
    again = await web.get("/event/swiss.pgn", headers=known)
    assert (again.status, await again.read(), again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    files.played = 2
    newer = await web.get("/event/swiss.pgn", headers=known)
    assert (newer.status, await newer.read()) == (200, "swiss pgn en 2 ½".encode())


async def test_without_files_there_are_none(web: Web) -> None:
    hub = Hub()
    hub.publish("event/swiss", scored_samples.swiss())
    async with TestClient(TestServer(create_app(hub))) as client:
        assert (await client.get("/event/swiss.pgn")).status == 404
        assert "swiss.pgn" not in await (await client.get("/event/swiss")).text()


async def test_the_list_and_the_event_itself(web: Web) -> None:
    listed = msgspec.json.decode(await (await web.get("/api/v1/events")).read(), type=Events)
    assert [(line.id, line.kind, line.players, line.played, line.running) for line in listed.events] == [
        ("all", "evening", 0, 0, 0),
        ("swiss", "swiss", 10, 17, 2),
    ]
    assert listed.events[1].name == Text("Klubabend im Springer", "Klubabend im Springer")
    told = msgspec.json.decode(await (await web.get("/api/v1/events/swiss")).read(), type=Event)
    assert told == scored_samples.swiss()


async def test_the_lobby_leads_to_events(web: Web) -> None:
    lobby = await (await web.get("/?lang=de")).text()
    assert '<a href="/event/swiss?lang=de"><strong><bdi>Klubabend im Springer</bdi></strong>' in lobby
    assert "/event/all" not in lobby  # nothing has been played


def test_an_event_of_sixty_players_and_three_hundred_games_is_small_enough() -> None:
    arena = scored_samples.arena()
    assert (len(arena.rows), len(arena.meetings)) == (60, 300)
    assert len(msgspec.json.encode(arena)) < 90_000

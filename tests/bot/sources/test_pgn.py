"""A PGN file and a page that grow."""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.sources import _places, pgn
from bot.sources.pgn import PgnSource
from tests.bot.live import TIMEOUT_S, Background
from tests.bot.sources.notes import Notes

T = TypeVar("T")
RECORDED = Path(__file__).parents[2] / "streams" / "pgn"
STATES = [path.read_bytes() for path in sorted(RECORDED.glob("*.pgn"))]
FIRST, SECOND = "hall-2-1-erle-edda-fink-falk", "hall-2-2-ginster-greta-haher-hugo"
LOOK = 1_000


def put(path: Path, text: bytes) -> None:
    path.write_bytes(text)


def remove(path: Path) -> None:
    path.unlink()


def put_secretly(path: Path, text: bytes) -> None:
    """Write a file so that neither its size nor its time tells."""
    then = path.stat()
    assert len(text) == then.st_size
    path.write_bytes(text)
    os.utime(path, ns=(then.st_atime_ns, then.st_mtime_ns))


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read at once; `test_in_a_thread` does it as the program does."""

    async def now(call: Callable[[], T]) -> T:
        return call()

    for module in (_places, pgn):
        monkeypatch.setattr(module, "in_background", now)


@dataclass
class Watch:
    """A source of a file, and what it told."""

    clock: ManualClock
    path: Path
    notes: Notes = field(default_factory=Notes)
    received: list[tuple[str, bytes]] = field(default_factory=list)

    async def write(self, text: bytes, looks: int = 1) -> None:
        """Write the file, and let it be looked at."""
        self.path.write_bytes(text)
        await self.look(looks)

    async def look(self, looks: int = 1) -> None:
        await self.clock.advance(looks * LOOK)


@asynccontextmanager
async def watching(path: Path) -> AsyncIterator[Watch]:
    watch = Watch(ManualClock(), path)
    source = PgnSource(str(path), watch.clock, received=lambda name, text: watch.received.append((name, text)))
    task = asyncio.create_task(source.run(watch.notes))
    try:
        await watch.clock.advance(0)
        yield watch
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    return tmp_path / "hall.pgn"


def game(moves: str, white: str = "Amsel", result: str = "*") -> bytes:
    return f'[White "{white}"]\n[Black "Birke"]\n[Result "{result}"]\n\n{moves} {result}\n\n'.encode()


async def test_the_recorded_file(hall: Path) -> None:
    put(hall, STATES[0])
    async with watching(hall) as watch:
        for state in STATES[1:]:
            await watch.write(state, 5)
        notes = watch.notes
    assert notes.told(FIRST) == [
        "described",
        "moved: d4 d5 c4",
        "moved: d4 d5 c4 e6",
        "settled: d4 d5 c4 e6 Nc3 Nf6",
        "settled: d4 d5 c4 e6 Nc3 Nf6",
    ]
    # It was half written for longer than a moment, and a piece fell over.
    assert notes.told(SECOND) == [
        "described",
        "moved: e4 c5",
        "moved: e4 c5 Nf3",
        "moved: e4 c5 Nf3",
        "settled: e4 c5 Nf3 e5",
    ]
    assert notes.games[SECOND].info.black.name == "Häher, Hugo"
    assert (notes.games[SECOND].clocks.white_ms, notes.games[SECOND].clocks.black_ms) == (909_000, 895_000)
    assert [text.count(b"[White ") for _, text in watch.received] == [1] * 10
    assert {name for name, _ in watch.received} == {"PGN hall.pgn"}


async def test_a_half_written_file_is_waited_for(hall: Path) -> None:
    text = STATES[4]
    async with watching(hall) as watch:
        await watch.write(STATES[0])
        for cut in range(len(text) // 2, len(text), 7):
            await watch.write(text[:cut])
            await watch.write(text)
        assert watch.notes.happenings(FIRST) == ["described", "settled"]
        assert watch.notes.happenings(SECOND) == ["described", "settled"]


async def test_a_file_without_results_counts_when_it_stays_so(hall: Path) -> None:
    async with watching(hall) as watch:
        await watch.write(b"1. e4 e5")
        assert watch.notes.updates == []
        await watch.look()
        assert watch.notes.told("hall-game") == ["described: e4 e5"]


async def test_it_may_come_later_vanish_and_return(hall: Path) -> None:
    with capture_logs() as logs:
        async with watching(hall) as watch:
            await watch.look(30)
            assert [entry["reason"] for entry in logs] == ["hall.pgn cannot be read: No such file or directory"]
            await watch.write(game("1. e4"))
            remove(hall)
            await watch.look(30)
            assert watch.notes.told("hall-amsel-birke") == ["described: e4", "lost: e4"]
            assert len(logs) == 2
            await watch.write(game("1. e4"))
        assert watch.notes.happenings("hall-amsel-birke") == ["described", "lost", "described"]


async def test_a_file_is_replaced_in_an_instant(hall: Path, tmp_path: Path) -> None:
    async with watching(hall) as watch:
        await watch.write(game("1. e4"))
        remove(hall)
        await watch.look()
        other = tmp_path / "other"
        other.write_bytes(game("1. e4 e5"))
        other.rename(hall)
        await watch.look()
        assert watch.notes.told("hall-amsel-birke") == ["described: e4", "moved: e4 e5"]


async def test_it_shrinks(hall: Path) -> None:
    async with watching(hall) as watch:
        await watch.write(game("1. e4") + game("1. d4 d5", "Cedar"))
        await watch.write(game("1. d4", "Cedar"), 10)
        assert watch.notes.told("hall-cedar-birke") == ["described: d4 d5", "moved: d4"]
        assert watch.notes.told("hall-amsel-birke") == ["described: e4"], "what is gone is not heard of"
        watch.notes.signs.clear()
        await watch.look(5)
        assert watch.notes.signs == {"hall-cedar-birke": 5}


async def test_it_is_emptied(hall: Path) -> None:
    async with watching(hall) as watch:
        with capture_logs() as logs:
            await watch.write(game("1. e4"))
            await watch.write(b"", 10)
            await watch.write(b" \n", 10)
            await watch.write(game("1. e4 e5"))
        assert logs == []
        assert watch.notes.told("hall-amsel-birke") == ["described: e4", "moved: e4 e5"]


async def test_a_change_that_leaves_size_and_time(hall: Path) -> None:
    async with watching(hall) as watch:
        await watch.write(game("1. e4"))
        put_secretly(hall, game("1. d4"))
        await watch.look()
        assert watch.notes.told("hall-amsel-birke") == ["described: e4", "moved: d4"]


async def test_an_unchanged_file_is_not_read(hall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with watching(hall) as watch:
        await watch.write(game("1. e4"), 5)
        monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("it was read"))
        await watch.look(10)
        assert watch.notes.signs["hall-amsel-birke"] >= 10


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(lambda path: path.mkdir(), "hall.pgn is not a file", id="a folder"),
        pytest.param(os.mkfifo, "hall.pgn is not a file", id="a pipe"),
        pytest.param(
            lambda path: path.write_bytes(b"\0\1\2 *"), "hall.pgn: this is a binary file, not a PGN", id="binary"
        ),
        pytest.param(lambda path: path.write_bytes(b"<html>"), "it has neither tags nor moves", id="something else"),
        pytest.param(
            lambda path: path.write_bytes(b'[White"'), "game 1: the tag '[White\"' cannot be read", id="a tag cut"
        ),
    ],
)
async def test_what_is_not_a_pgn_is_said_once(hall: Path, make: Callable[[Path], object], reason: str) -> None:
    make(hall)
    with capture_logs() as logs:
        async with watching(hall) as watch:
            await watch.look(20)
            assert watch.notes.updates == []
    assert [entry["reason"] for entry in logs] == [reason]


async def test_a_locked_file(hall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    async with watching(hall) as watch:
        await watch.write(game("1. e4"))
        with monkeypatch.context() as patch, capture_logs() as logs:
            put(hall, game("1. e4 e5 2. d4"))
            patch.setattr(Path, "open", locked)
            await watch.look(10)
        await watch.look()
        assert [entry["reason"] for entry in logs] == ["hall.pgn cannot be read: Permission denied"]
        assert watch.notes.told("hall-amsel-birke") == ["described: e4", "lost: e4", "described: e4 e5 d4"]


async def test_games_that_nothing_tells_apart(hall: Path) -> None:
    async with watching(hall) as watch:
        await watch.write(game("1. e4") + game("1. d4") + game("1. c4"))
        await watch.write(game("1. e4") + game("1. d4 d5") + game("1. c4"))
        assert watch.notes.told("hall-amsel-birke-2") == ["described: d4", "moved: d4 d5"]
        assert watch.notes.told("hall-amsel-birke-3") == ["described: c4"]


async def test_old_encodings_and_marks(hall: Path) -> None:
    text = game("1. e4", "Häher").decode()
    async with watching(hall) as watch:
        for data in (text.encode("cp1252"), text.encode("utf-8-sig"), text.encode("utf-16")):
            await watch.write(data, 2)
        assert watch.notes.told("hall-haher-birke") == ["described: e4"]
        assert watch.notes.games["hall-haher-birke"].info.white.name == "Häher"


async def test_too_much_text(hall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_places, "MAX_BYTES", 1 << 20)
    put(hall, b" " * (1 << 20) + b"*")
    with capture_logs() as logs:
        async with watching(hall) as watch:
            await watch.look(5)
    assert [entry["reason"] for entry in logs] == ["hall.pgn is longer than 1 MiB"]


async def test_in_a_thread(hall: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    background = Background()
    for module in (_places, pgn):
        monkeypatch.setattr(module, "in_background", background.run)
    put(hall, game("1. e4"))
    async with watching(hall) as watch, asyncio.timeout(TIMEOUT_S):
        while not watch.notes.updates:  # noqa: ASYNC110
            await asyncio.sleep(0.0005)
        assert watch.notes.told("hall-amsel-birke") == ["described: e4"]


@pytest.mark.parametrize(
    ("name", "games", "lifecycle"),
    [
        ("dgt-livechess-empty", 12, "settled"),
        ("dgt-livechess-round1", 2, "live"),
        ("tv-getBestOngoingGamesOfTvChannel", 3, "live"),
    ],
)
async def test_real_files(shared: Path, name: str, games: int, lifecycle: str) -> None:
    async with watching(shared / f"games/real/{name}.pgn") as watch:
        await watch.look()
        assert [game.lifecycle for game in watch.notes.games.values()] == [lifecycle] * games


# --- Pages


@dataclass
class Site:
    """A web server with one page, and a source that looks at it."""

    clock: ManualClock
    text: bytes = b""
    etag: str = ""
    refusal: int = 0
    requests: list[tuple[int, web.BaseRequest]] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)

    async def page(self, request: web.Request) -> web.StreamResponse:
        self.requests.append((self.clock.now_ms(), request))
        if self.refusal:
            return web.Response(status=self.refusal)
        if self.etag and request.headers.get("If-None-Match") == self.etag:
            return web.Response(status=304)
        return web.Response(body=self.text, headers={"ETag": self.etag} if self.etag else {"Last-Modified": "then"})


@asynccontextmanager
async def serving(**given: object) -> AsyncIterator[Site]:
    site = Site(ManualClock(settle=Background().quiet))
    for name, value in given.items():
        setattr(site, name, value)
    app = web.Application()
    app.add_routes([web.get("/round/hall.pgn", site.page)])
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    source = PgnSource(f"http://me:secret@127.0.0.1:{runner.addresses[0][1]}/round/hall.pgn?key=secret", site.clock)
    assert source.name == "PGN 127.0.0.1/hall.pgn"
    task = asyncio.create_task(source.run(site.notes))
    try:
        await site.clock.advance(0)
        yield site
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await runner.cleanup()
    assert task.cancelled()


async def test_a_page_grows() -> None:
    async with serving(text=game("1. e4")) as site:
        await site.clock.advance(10_000)
        site.text = game("1. e4 e5")
        await site.clock.advance(10_000)
        assert site.notes.told("hall-amsel-birke") == ["described: e4", "moved: e4 e5"]
        assert len(site.requests) == 5
        assert site.requests[-1][1].headers["If-Modified-Since"] == "then"


async def test_an_unchanged_page_is_not_sent_again() -> None:
    async with serving(text=game("1. e4"), etag='"one"') as site:
        await site.clock.advance(20_000)
        assert site.notes.signs["hall-amsel-birke"] == 4
        site.text, site.etag = game("1. e4 e5"), '"two"'
        await site.clock.advance(5_000)
        assert site.notes.told("hall-amsel-birke") == ["described: e4", "moved: e4 e5"]


async def test_a_half_written_page_that_stays_so() -> None:
    async with serving(text=b"1. e4 e5", etag='"one"') as site:
        assert site.notes.updates == []
        await site.clock.advance(5_000)
        assert site.notes.told("hall-game") == ["described: e4 e5"]


async def test_no_token_gets_to_a_page() -> None:
    async with serving(text=game("1. e4")) as site:
        assert site.requests[0][1].headers["User-Agent"] == "unruh"
        assert "Bearer" not in str(site.requests[0][1].headers)


@pytest.mark.parametrize("status", [404, 403, 429, 500, 204])
async def test_a_page_that_is_refused(status: int) -> None:
    async with serving(text=game("1. e4"), etag='"one"') as site:
        site.refusal = status
        with capture_logs() as logs:
            await site.clock.advance(600_000)
        times = [at_ms for at_ms, _ in site.requests]
        pauses = [after - before for before, after in itertools.pairwise(times)]
        assert pauses[:6] == [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]
        reason = f"127.0.0.1/hall.pgn cannot be read: the server answers with HTTP {status}"
        assert [entry["reason"] for entry in logs] == [reason]
        site.refusal = 0
        await site.clock.advance(60_000)
        assert site.notes.happenings("hall-amsel-birke") == ["described", "lost", "described"]


async def test_a_page_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_places, "MAX_BYTES", 1 << 20)
    with capture_logs() as logs:
        async with serving(text=b"*" * ((1 << 20) + 1)):
            pass
    assert [entry["reason"] for entry in logs] == ["127.0.0.1/hall.pgn is longer than 1 MiB"]


async def test_nobody_answers() -> None:
    clock = ManualClock(settle=Background().quiet)
    with capture_logs() as logs:
        task = asyncio.create_task(PgnSource("http://127.0.0.1:1/hall.pgn", clock).run(Notes()))
        await clock.advance(60_000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert [entry["reason"] for entry in logs] == ["127.0.0.1/hall.pgn cannot be read: ClientConnectorError"]

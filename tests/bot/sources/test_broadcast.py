"""Broadcasts over HTTP: a stand-in that sends what a test tells it to, and the simulator."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.lichess.broadcast import BroadcastKind
from bot.lichess.client import LichessClient
from bot.lichess.errors import NotFoundError, TokenError
from bot.lichess.governor import Governor
from bot.sources.broadcast import BroadcastSource
from tests.bot.live import Background, asked_in_background
from tests.bot.sources.notes import Notes

RECORDED = (Path(__file__).parents[2] / "streams" / "broadcast" / "round.pgn").read_bytes()
SECOND, MINUTE = 1_000, 60_000
BREAK = object()
"""What a test puts into a stream to end it."""


def game(name: str, moves: str, result: str = "*") -> bytes:
    """A game as it stands in a stream."""
    page = f"https://lichess.org/broadcast/open/round-1/roundAB1/{name}"
    tags = f'[Event "Open"]\n[White "Amsel"]\n[Black "Birke"]\n[Result "{result}"]\n[GameURL "{page}"]\n'
    return f"{tags}\n{moves} {result}\n\n\n".encode()


@dataclass
class Relay:
    """A server of one broadcast, and a source that follows it."""

    clock: ManualClock
    notes: Notes = field(default_factory=Notes)
    streams: list[asyncio.Queue[object]] = field(default_factory=list)
    """What is to be sent on each connection, the latest last."""
    snapshot: bytes = b""
    refusal: int = 0
    asked: list[tuple[int, str]] = field(default_factory=list)
    received: list[tuple[str, bytes]] = field(default_factory=list)
    before_snapshot: Callable[[], None] = lambda: None
    task: asyncio.Task[None] = field(init=False)

    async def stream(self, request: web.Request) -> web.StreamResponse:
        self.asked.append((self.clock.now_ms(), request.path))
        if self.refusal:
            return web.Response(status=self.refusal)
        assert request.headers["Accept"] == "application/x-chess-pgn"
        response = web.StreamResponse()
        await response.prepare(request)
        queue: asyncio.Queue[object] = asyncio.Queue()
        self.streams.append(queue)
        while isinstance(data := await queue.get(), bytes):
            await response.write(data)
        return response

    async def whole(self, request: web.Request) -> web.StreamResponse:
        self.asked.append((self.clock.now_ms(), request.path))
        self.before_snapshot()
        await asyncio.sleep(0.01)
        return web.Response(status=self.refusal or 200, body=self.snapshot)

    async def send(self, *data: object) -> None:
        """Send on the latest connection."""
        for piece in data:
            self.streams[-1].put_nowait(piece)
        await self.clock.advance(0)

    def paths(self) -> Counter[str]:
        """How often each path was asked for."""
        return Counter(path for _, path in self.asked)


@asynccontextmanager
async def relaying(
    kind: BroadcastKind = "round", token: str | None = "lip_right", refusal: int = 0
) -> AsyncIterator[Relay]:
    background = Background()
    relay = Relay(ManualClock(settle=background.quiet), refusal=refusal)
    app = web.Application()
    app.add_routes(
        [
            web.get("/api/stream/broadcast/{kind}/{id}.pgn", relay.stream),
            web.get("/api/broadcast/round/{id}.pgn", relay.whole),
        ]
    )
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    client = LichessClient(
        f"http://127.0.0.1:{runner.addresses[0][1]}",
        Governor(relay.clock),
        token=token,
        received=lambda origin, data: relay.received.append((origin, data)),
    )
    async with client, asked_in_background(background):
        source = BroadcastSource(kind, "roundAB1", client, relay.clock, random=Random(1))
        relay.task = asyncio.create_task(source.run(relay.notes))
        try:
            await relay.clock.advance(0)
            yield relay
        finally:
            relay.task.cancel()
            await asyncio.gather(relay.task, return_exceptions=True)
            for queue in relay.streams:
                queue.put_nowait(BREAK)
            await runner.cleanup()


@pytest.mark.parametrize("size", [len(RECORDED), 500, 1])
async def test_the_recorded_stream(size: int) -> None:
    async with relaying() as relay:
        await relay.send(*(RECORDED[at : at + size] for at in range(0, len(RECORDED), size)))
        notes = relay.notes
    assert notes.told("chapAB01") == [
        "described: e4 e5",
        "moved: e4 e5 Nf3 Nc6 Bb5",
        "moved: e4 e5 Nf3 Nf6",
        "settled: e4 e5 Nf3 Nf6",
    ]
    assert notes.told("chapAB02") == ["described", "settled: f3 e5 g4 Qh4#"]
    assert set(notes.games) == {"chapAB01", "chapAB02"}
    first = notes.games["chapAB01"]
    assert (first.clocks.white_ms, first.clocks.black_ms) == (5_440_000, 5_401_000)
    assert (first.plies_behind, first.info.white.title, first.info.white.rating) == (0, "WFM", 2101)


async def test_every_changed_text_is_kept_once() -> None:
    async with relaying() as relay:
        text = game("chapAB01", "1. e4")
        await relay.send(text, b" ", text, b" " + text, game("chapAB01", "1. e4 e5"))
        assert relay.received == [
            ("broadcast round roundAB1", piece.strip()) for piece in (text, game("chapAB01", "1. e4 e5"))
        ]
        assert relay.notes.told("chapAB01") == ["described: e4", "moved: e4 e5"]


async def test_signs_of_life() -> None:
    async with relaying() as relay:
        await relay.send(game("chapAB01", "1. e4"), game("chapAB02", "1. e4", "1-0"))
        relay.notes.signs.clear()
        for _ in range(60):
            await relay.clock.advance(MINUTE)
            await relay.send(b" ")
        assert relay.notes.signs == {"chapAB01": 60}
        assert len(relay.streams) == 1


async def test_a_silent_stream_is_opened_again() -> None:
    async with relaying() as relay:
        await relay.send(game("chapAB01", "1. e4"))
        await relay.clock.advance(150 * SECOND)
        assert relay.notes.told("chapAB01") == ["described: e4", "lost: e4"]
        assert relay.notes.updates[-1].reason == "nothing was heard for 150 s"
        await relay.clock.advance(3 * SECOND)
        await relay.send(game("chapAB01", "1. e4 e5"))
        assert relay.notes.told("chapAB01")[2:] == ["described: e4 e5"]


async def test_a_cut_game_is_not_told() -> None:
    async with relaying() as relay:
        text = game("chapAB01", "1. e4 e5")
        await relay.send(game("chapAB01", "1. e4"), text[:-4], BREAK)
        assert relay.notes.told("chapAB01") == ["described: e4", "lost: e4"]
        await relay.clock.advance(3 * SECOND)
        await relay.send(text)
        assert relay.notes.told("chapAB01")[2:] == ["described: e4 e5"]


async def test_pauses_grow_while_nothing_comes() -> None:
    async with relaying() as relay:
        for _ in range(600):
            if relay.streams and relay.streams[-1].empty():
                await relay.send(BREAK)
            await relay.clock.advance(SECOND)
        times = [at_ms for at_ms, _ in relay.asked]
        pauses = [after - before for before, after in itertools.pairwise(times)]
        assert pauses[0] <= 3 * SECOND
        assert max(pauses) >= 60 * SECOND
        assert len(times) < 20


async def test_a_stream_that_tells_no_moves() -> None:
    async with relaying() as relay:
        await relay.send(game("chapAB01", "1. e4"))
        relay.snapshot = game("chapAB01", "1. e4 e5") + game("chapAB02", "1. d4")
        for _ in range(5):
            await relay.send(b" ")
            await relay.clock.advance(MINUTE)
        await relay.clock.advance(0)
        assert relay.paths()["/api/broadcast/round/roundAB1.pgn"] == 1
        assert relay.notes.told("chapAB01") == ["described: e4", "moved: e4 e5"]
        assert relay.notes.told("chapAB02") == ["described: d4"]


async def test_what_the_stream_told_meanwhile_counts() -> None:
    async with relaying() as relay:
        await relay.send(game("chapAB01", "1. e4"), game("chapAB02", "1. e4"))
        relay.snapshot = game("chapAB01", "1. e4 e5") + game("chapAB02", "1. e4 e5")
        relay.before_snapshot = lambda: relay.streams[-1].put_nowait(game("chapAB01", "1. e4 e5 2. d4", "1-0"))
        for _ in range(6):
            await relay.send(b" ")
            await relay.clock.advance(MINUTE)
        assert relay.notes.told("chapAB01") == ["described: e4", "settled: e4 e5 d4"]
        assert relay.notes.told("chapAB02") == ["described: e4", "moved: e4 e5"]


async def test_an_empty_answer_is_nothing_yet() -> None:
    async with relaying() as relay:
        with capture_logs() as logs:
            for _ in range(12):
                await relay.send(b" ")
                await relay.clock.advance(MINUTE)
        assert relay.paths()["/api/broadcast/round/roundAB1.pgn"] == 2
        assert (relay.notes.updates, logs) == ([], [])


@pytest.mark.parametrize("status", [401, 404, 429, 500])
async def test_a_refused_comparison_harms_nothing(status: int) -> None:
    async with relaying() as relay:
        await relay.send(game("chapAB01", "1. e4"))
        relay.refusal = status
        with capture_logs() as logs:
            for _ in range(6):
                await relay.send(b" ")
                await relay.clock.advance(MINUTE)
        assert [entry["event"] for entry in logs] == ["broadcast not compared"]
        await relay.send(game("chapAB01", "1. e4 e5"))
        assert relay.notes.told("chapAB01") == ["described: e4", "moved: e4 e5"]


@pytest.mark.parametrize("kind", ["tour", "group"])
async def test_tournaments_and_groups_are_opened_again_instead(kind: BroadcastKind) -> None:
    async with relaying(kind) as relay:
        await relay.send(game("chapAB01", "1. e4"))
        for _ in range(6):
            await relay.send(b" ")
            await relay.clock.advance(MINUTE)
        assert relay.paths() == {f"/api/stream/broadcast/{kind}/roundAB1.pgn": 2}
        await relay.send(game("chapAB01", "1. e4"), game("chapAB02", "1. d4"))
        assert relay.notes.told("chapAB01") == ["described: e4"]
        assert relay.notes.told("chapAB02") == ["described: d4"]


async def test_no_token_is_said_at_the_start() -> None:
    with capture_logs() as logs:
        async with relaying(token=None):
            pass
    assert [entry["reason"].partition(" ")[2] for entry in logs] == [
        "may limit or refuse it; a token with the permission study:read helps"
    ]


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_token_ends_the_source(status: int) -> None:
    async with relaying(refusal=status) as relay:
        with pytest.raises(TokenError, match="wants a token with the permission study:read: make one"):
            await relay.task


async def test_an_unknown_round_ends_the_source() -> None:
    async with relaying(refusal=404) as relay:
        with pytest.raises(NotFoundError, match="broadcast round roundAB1 does not exist"):
            await relay.task


async def test_a_token_that_is_refused_later() -> None:
    async with relaying() as relay:
        await relay.send(game("chapAB01", "1. e4"))
        relay.refusal = 401
        await relay.send(BREAK)
        await relay.clock.advance(3 * SECOND)
        with pytest.raises(TokenError):
            await relay.task
        assert relay.notes.happenings("chapAB01") == ["described", "lost"]


async def test_without_a_token_ten_requests_a_minute() -> None:
    async with relaying(token=None) as relay:
        for _ in range(300):
            await relay.send(b" ", BREAK)
            await relay.clock.advance(SECOND)
        times = [at_ms for at_ms, _ in relay.asked]
        assert len(times) > 30
        assert all(later - first >= MINUTE for first, later in zip(times, times[10:], strict=False))


async def test_rubbish_in_a_stream_is_passed_over() -> None:
    async with relaying() as relay:
        with capture_logs() as logs:
            await relay.send(b"\0\1\2\n\n\n", b'[White "cut\n\n\n', game("chapAB01", "1. e4"))
        assert relay.notes.told("chapAB01") == ["described: e4"]
        assert [entry["event"] for entry in logs] == ["broadcast not read"] * 2

"""The games of the token's owner, from a server that says and refuses what a test wants."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any
from unittest import mock

import chess
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.clock import ManualClock
from bot.lichess.board_stream import BoardStream
from bot.lichess.client import LichessClient
from bot.lichess.errors import NotFoundError, TokenError
from bot.lichess.event_stream import EventStream
from bot.lichess.governor import Governor
from bot.sources.own_games import OwnGamesSource
from bot.updates import Clocks, Happening
from scoring import Ending, Finish, OfferEvent
from tests.bot.live import Background
from tests.bot.sources.hearing import Hearing, heard_from, turn_until

H = Happening
EVENTS = "/api/stream/event"
TOKEN = "lip_ofamsel"
SECRET = "Xy9z"


def board(game_id: str, interface: str = "board") -> str:
    return f"/api/{interface}/game/stream/{game_id}"


def full(game_id: str, moves: str = "", **fields: Any) -> bytes:
    state = {"type": "gameState", "moves": moves, "wtime": 900_000, "btime": 900_000, "status": "started"}
    white, black = {"id": "amsel", "name": "Amsel"}, {"id": "birke", "name": "Birke"}
    line = {"type": "gameFull", "id": game_id, "speed": "rapid", "white": white, "black": black, "state": state}
    return json.dumps(line | fields).encode() + b"\n"


def state(moves: str, status: str = "started", **fields: Any) -> bytes:
    line = {"type": "gameState", "moves": moves, "wtime": 800_000, "btime": 700_000, "status": status}
    return json.dumps(line | fields).encode() + b"\n"


def event(kind: str, game_id: str, *, on_board: bool = True) -> bytes:
    compat = {"bot": not on_board, "board": on_board}
    game = {"fullId": game_id + SECRET, "gameId": game_id, "id": game_id, "compat": compat}
    return json.dumps({"type": kind, "game": game}).encode() + b"\n"


def chat(text: str) -> bytes:
    return json.dumps({"type": "chatLine", "room": "player", "username": "lichess", "text": text}).encode() + b"\n"


@dataclass
class Server:
    """Every stream says what a test puts into it; `first` is said at once, `refused` comes before that.

    A stream in `closed` ends as soon as it has said that.
    """

    clock: ManualClock
    client: LichessClient = field(init=False)
    account: dict[str, Any] = field(default_factory=lambda: {"id": "amsel", "username": "Amsel"})
    playing: list[dict[str, Any]] = field(default_factory=list)
    first: dict[str, bytes] = field(default_factory=dict)
    refused: dict[str, list[int]] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)
    opened_ms: list[int] = field(default_factory=list)
    streams: dict[str, asyncio.Queue[bytes | None]] = field(default_factory=dict)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        self.asked[path] += 1
        assert request.headers["Authorization"] == f"Bearer {TOKEN}"
        if statuses := self.refused.get(path):
            return web.Response(status=statuses.pop(0), text="{}")
        if path == "/api/account":
            return web.json_response(self.account)
        if path == "/api/account/playing":
            return web.json_response({"nowPlaying": self.playing})
        if path == EVENTS:
            self.opened_ms.append(self.clock.now_ms())
        return await self._stream(request)

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        said = self.streams[request.path] = asyncio.Queue()
        out = web.StreamResponse()
        out.enable_chunked_encoding()
        await out.prepare(request)
        await out.write(self.first.get(request.path, b"\n"))
        while request.path not in self.closed and (line := await said.get()):
            await out.write(line)
        return out

    async def say(self, path: str, *lines: bytes | None) -> None:
        """Say lines; None ends the stream."""
        for line in lines:
            self.streams[path].put_nowait(line)
        await self.clock.advance(0)

    async def until_opened(self, times: int) -> None:
        """Let time pass until the event stream has been opened so many times."""
        await turn_until(self.clock, lambda: len(self.opened_ms) == times, step_ms=100)

    async def pass_time(self, seconds: int, *silent: str) -> None:
        """Let time pass with a sign of life every seven seconds, on all but the silent streams."""
        for second in range(seconds):
            if second % 7 == 0:
                for path in self.streams.keys() - silent:
                    self.streams[path].put_nowait(b"\n")
            await self.clock.advance(1000)


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    background = Background()
    server = Server(ManualClock(settle=background.quiet))
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.answer)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with LichessClient(url, Governor(server.clock), token=TOKEN) as server.client:
            with mock.patch("bot.lichess.client.in_background", background.run):
                yield server
    finally:
        await runner.cleanup()


@dataclass
class Following:
    """A source that follows the server, and all that it told."""

    server: Server
    hearing: Hearing
    task: "asyncio.Task[None]"

    async def begin(self, game_id: str, moves: str = "") -> str:
        """A game begins; gives the path of its stream, which is open now."""
        path = board(game_id)
        self.server.first[path] = full(game_id, moves)
        await self.server.say(EVENTS, event("gameStart", game_id))
        await turn_until(self.server.clock, lambda: path in self.server.streams)
        return path


@asynccontextmanager
async def following(server: Server, wait: str = EVENTS) -> AsyncIterator[Following]:
    source = OwnGamesSource(server.client, server.clock, random=Random(1))
    async with heard_from(source) as (hearing, task):
        await turn_until(server.clock, lambda: server.asked[wait])
        yield Following(server, hearing, task)


async def test_a_game_is_told_to_its_end() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001")
        await server.say(path, state("e2e4"), state("e2e4 e7e5"), state("e2e4 e7e5", wdraw=True))
        await server.say(path, chat("Black declines draw"), state("e2e4 e7e5", "resign", winner="black"))
        hearing = own.hearing
        assert hearing.happenings("Offer001") == [H.DESCRIBED, *[H.MOVED] * 5, H.ENDED]
        assert hearing.moves("Offer001") == "e4 e5"
        last = hearing.updates[-1]
        assert last.offers == (OfferEvent(2, chess.WHITE), OfferEvent(2, chess.BLACK, "decline"))
        assert last.finish == Finish(Ending.RESIGNATION, chess.BLACK)
        assert (last.clocks, last.plies_behind) == (Clocks(800_000, 700_000), 0)
        assert (last.info.white.name, last.info.url) == ("Amsel", server.client.game_url("Offer001"))
        assert (hearing.transports, hearing.origins, hearing.found_ids) == ({"own"}, {"own games"}, [])
        await server.pass_time(60)
        assert server.asked[path] == 1


async def test_games_under_way_are_told_as_they_stand() -> None:
    async with serving() as server:
        server.first[EVENTS] = event("gameStart", "Corres01") + event("gameStart", "Offer001")
        server.first[board("Corres01")] = full("Corres01", "e2e4 e7e5")
        server.first[board("Offer001")] = full("Offer001", "d2d4")
        async with following(server) as own:
            await turn_until(server.clock, lambda: len(own.hearing.games) == 2)
            assert (own.hearing.moves("Corres01"), own.hearing.moves("Offer001")) == ("e4 e5", "d4")


async def test_a_bot_has_an_interface_of_its_own() -> None:
    async with serving() as server:
        server.account["title"] = "BOT"
        server.first[board("Offer001", "bot")] = full("Offer001", "d2d4")
        async with following(server) as own:
            await server.say(EVENTS, event("gameStart", "Bullet01", on_board=True))
            await server.say(EVENTS, event("gameStart", "Offer001", on_board=False))
            await turn_until(server.clock, lambda: own.hearing.games)
            assert own.hearing.moves("Offer001") == "d4"
            assert own.hearing.found_ids == ["Bullet01"]
            assert not any("board" in path for path in server.asked)


async def test_a_game_that_is_too_fast_is_left_to_another_transport() -> None:
    async with serving() as server, following(server) as own:
        await server.say(EVENTS, event("gameStart", "Bullet01", on_board=False))
        assert own.hearing.found_ids == ["Bullet01"]
        assert server.asked[board("Bullet01")] == 0


@pytest.mark.parametrize(("status", "tries"), [(400, 3), (404, 1), (403, 1)])
async def test_a_game_that_is_refused_is_left_to_another_transport(status: int, tries: int) -> None:
    path = board("Refused1")
    async with serving() as server, following(server) as own:
        server.refused[path] = [status] * 9
        await server.say(EVENTS, event("gameStart", "Refused1"))
        assert set(own.hearing.found_ids) == {"Refused1"}  # at once
        await server.pass_time(100)
        assert server.asked[path] == tries
        assert (own.hearing.updates, own.hearing.released_ids) == ([], [])
        await own.begin("Offer001")
        assert own.hearing.happenings("Offer001") == [H.DESCRIBED, H.MOVED]


async def test_a_refusal_that_passes_only_delays() -> None:
    async with serving() as server, following(server) as own:
        server.refused[board("Offer001")] = [502, 500]
        await own.begin("Offer001", "e2e4")
        await turn_until(server.clock, lambda: own.hearing.games)
        assert own.hearing.moves("Offer001") == "e4"
        assert own.hearing.happenings("Offer001") == [H.DESCRIBED, H.MOVED]


async def test_a_variant_is_not_scored() -> None:
    async with serving() as server, following(server) as own:
        server.first[board("Atomic01")] = full("Atomic01", variant={"key": "atomic"})
        await server.say(EVENTS, event("gameStart", "Atomic01"))
        await turn_until(server.clock, lambda: own.hearing.games)
        assert own.hearing.happenings("Atomic01") == [H.VARIANT]
        assert own.hearing.updates[-1].reason == "the variant atomic is not scored"


async def test_an_aborted_game_is_void() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Abort001", "e2e4")
        await server.say(path, state("", "aborted"), state("", "aborted"), None)
        assert own.hearing.happenings("Abort001")[-1] is H.VOID
        assert own.hearing.moves("Abort001") == "e4"


async def test_a_lost_stream_is_opened_again_and_nothing_that_was_said_is_lost() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001")
        await server.say(path, state("e2e4 e7e5"), state("e2e4 e7e5", wdraw=True), chat("Black declines draw"), None)
        server.first[path] = full("Offer001", "e2e4 e7e5 g1f3")
        assert own.hearing.updates[-1].happening is H.LOST
        assert own.hearing.updates[-1].reason == "the stream ended before the game"
        await server.pass_time(3)
        assert own.hearing.happenings("Offer001")[-3:] == [H.LOST, H.DESCRIBED, H.MOVED]
        assert own.hearing.moves("Offer001") == "e4 e5 Nf3"
        assert own.hearing.updates[-1].offers == (OfferEvent(2, chess.WHITE), OfferEvent(2, chess.BLACK, "decline"))
        assert own.hearing.released_ids == []


async def test_silence_is_noticed_after_twenty_seconds() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        await server.pass_time(19, path)
        assert own.hearing.happenings("Offer001") == [H.DESCRIBED, H.MOVED]
        await server.pass_time(1, path)
        assert own.hearing.happenings("Offer001") == [H.DESCRIBED, H.MOVED, H.LOST]
        assert own.hearing.updates[-1].reason == "nothing was heard for 20 s"


async def test_signs_of_life_keep_a_game_for_hours() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Corres01", "e2e4")
        await server.pass_time(2 * 3600 // 10)
        assert server.asked == {"/api/account": 1, EVENTS: 1, path: 1}
        assert own.hearing.updates[-1].happening is H.MOVED


async def test_a_move_that_cannot_be_makes_the_game_be_read_again() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        await server.say(path, state("e2e4 e2e4"))
        assert own.hearing.updates[-1].reason == "move 2 is not legal"
        server.first[path] = full("Offer001", "e2e4 c7c5")
        await server.pass_time(3)
        assert own.hearing.moves("Offer001") == "e4 c5"


async def test_a_stream_that_is_lost_again_and_again_leaves_the_game_until_it_is_back() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        server.refused[path] = [502] * 3
        await server.say(path, None)
        await server.pass_time(5)
        assert own.hearing.released_ids == ["Offer001"]
        await server.pass_time(60)
        assert own.hearing.happenings("Offer001") == [H.DESCRIBED, H.MOVED, H.LOST, H.LOST, H.DESCRIBED, H.MOVED]
        assert (own.hearing.released_ids, server.asked[path]) == (["Offer001"], 5)


async def test_a_stream_that_lasts_for_a_while_each_time_keeps_its_game() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        for times in range(2, 8):
            await server.pass_time(30)
            await server.say(path, None)
            await server.pass_time(3)
            assert server.asked[path] == times
        assert own.hearing.released_ids == []


async def test_another_program_that_takes_the_game_again_and_again_gets_it() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        server.closed.add(path)
        await server.say(path, None)
        await server.pass_time(600)
        assert own.hearing.released_ids[:1] == ["Offer001"]
        assert server.asked[path] < 20


async def test_a_game_that_is_not_there_any_more_is_left() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        server.refused[path] = [404]
        await server.say(path, None)
        await server.pass_time(100)
        assert (own.hearing.released_ids, server.asked[path]) == (["Offer001"], 2)


async def test_eight_games_at_once_and_no_more() -> None:
    async with serving() as server, following(server) as own:
        paths = [await own.begin(f"Simul00{number}") for number in range(8)]
        await server.say(EVENTS, event("gameStart", "Simul008"))
        assert own.hearing.found_ids == ["Simul008"]
        await server.say(paths[3], state("", "resign", winner="white"))
        await own.begin("Simul009")
        assert "Simul009" in own.hearing.games
        assert server.asked[board("Simul008")] == 0


async def test_the_end_of_a_game_is_suspected_when_the_events_tell_it() -> None:
    async with serving() as server, following(server) as own:
        await server.say(EVENTS, event("gameFinish", "Bullet01"))
        assert (own.hearing.found_ids, own.hearing.suspected_ids) == (["Bullet01"], ["Bullet01"])


async def test_lost_events_do_not_disturb_a_game() -> None:
    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        server.first[EVENTS] = event("gameStart", "Offer001") + event("gameStart", "Offer002")
        server.first[board("Offer002")] = full("Offer002", "d2d4")
        await server.pass_time(30)
        server.refused[EVENTS] = [502, 404, 500]
        await server.say(EVENTS, b"{nonsense\n", None)
        await server.pass_time(30)
        assert own.hearing.moves("Offer002") == "d4"
        assert server.asked[path] == 1
        assert H.LOST not in own.hearing.happenings("Offer001")


async def test_a_silent_event_stream_is_opened_again() -> None:
    async with serving() as server, following(server):
        await server.pass_time(40, EVENTS)
        assert server.asked[EVENTS] == 2


async def test_the_event_stream_is_never_opened_too_often() -> None:
    async with serving() as server, following(server):
        for _ in range(120):
            await server.pass_time(12)
            await server.say(EVENTS, None)
        times = server.opened_ms
        assert len(times) > 40
        assert max(sum(at <= other < at + 600_000 for other in times) for at in times) <= 20


async def test_another_program_with_the_token_gets_the_event_stream() -> None:
    async with serving() as server:
        server.closed.add(EVENTS)
        server.first[board("Offer001")] = full("Offer001", "e2e4")
        with capture_logs() as logs:
            async with following(server) as own:
                await server.pass_time(120)
                assert server.asked[EVENTS] == 3
                server.playing = [{"gameId": "Offer001", "fullId": "Offer001" + SECRET}]
                await server.pass_time(400)
                assert own.hearing.moves("Offer001") == "e4"
                assert (server.asked[EVENTS], server.asked[board("Offer001")]) == (3, 1)
                assert 8 <= server.asked["/api/account/playing"] <= 10
                server.closed.clear()
                await server.pass_time(120)
                assert (server.asked[EVENTS], server.asked["/api/account/playing"]) == (4, 10)
        told = [entry for entry in logs if entry["log_level"] == "error"]
        assert [entry["event"] for entry in told] == ["event stream taken away"]
        assert "another program with the same token" in told[0]["reason"]


async def test_errors_of_the_server_are_no_other_program() -> None:
    async with serving() as server:
        server.closed.add(EVENTS)
        async with following(server):
            for opened in range(2, 14, 2):
                await server.until_opened(opened)
                server.refused[EVENTS] = [502]
            assert server.asked["/api/account/playing"] == 0


async def test_without_a_token() -> None:
    clock = ManualClock()
    async with LichessClient("http://127.0.0.1:1", Governor(clock)) as client:
        with pytest.raises(TokenError, match="own games cannot be followed without a token"):
            await OwnGamesSource(client, clock).run(Hearing())


@pytest.mark.parametrize("path", ["/api/account", EVENTS])
async def test_a_refused_token(path: str) -> None:
    async with serving() as server:
        server.refused[path] = [401]
        async with following(server, path) as own:
            await turn_until(server.clock, own.task.done)
            with pytest.raises(TokenError, match="the server refuses the token"):
                own.task.result()


async def test_a_token_that_is_withdrawn_leaves_the_games_to_others() -> None:
    async with serving() as server, following(server) as own:
        await own.begin("Offer001", "e2e4")
        server.refused[EVENTS] = [401]
        await server.pass_time(20)
        await server.say(EVENTS, None)
        await server.pass_time(3)
        with pytest.raises(TokenError):
            own.task.result()
        assert own.hearing.released_ids == ["Offer001"]


async def test_an_error_of_the_program_in_one_game_leaves_it_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(stream: BoardStream, data: bytes) -> None:
        raise ZeroDivisionError("a bug")

    async with serving() as server, following(server) as own:
        path = await own.begin("Offer001", "e2e4")
        monkeypatch.setattr(BoardStream, "feed", spoilt)
        with capture_logs() as logs:
            await server.say(path, state("e2e4 e7e5"))
        assert [entry["event"] for entry in logs] == ["own game left after an error of the program"]
        assert own.hearing.released_ids == ["Offer001"]
        assert not own.task.done()


async def test_an_error_in_the_source_leaves_all_games_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(stream: EventStream, data: bytes) -> None:
        raise ZeroDivisionError("a bug")

    async with serving() as server, following(server) as own:
        await own.begin("Offer001", "e2e4")
        monkeypatch.setattr(EventStream, "feed", spoilt)
        await server.say(EVENTS, b"\n")
        assert own.hearing.released_ids == ["Offer001"]
        with pytest.raises(ZeroDivisionError):
            await own.task


async def test_a_server_without_such_a_stream() -> None:
    async with serving() as server:
        server.refused[EVENTS] = [404]
        async with following(server) as own:
            await turn_until(server.clock, own.task.done)
            with pytest.raises(NotFoundError):
                own.task.result()


async def test_neither_the_token_nor_the_secret_of_a_game_is_logged_or_told() -> None:
    with capture_logs() as logs:
        async with serving() as server, following(server) as own:
            path = await own.begin("Offer001", "e2e4")
            server.refused[path] = [500, 401]
            await server.say(EVENTS, event("gameStart", "Offer002" + SECRET), event("gameFinish", "Offer001"), None)
            await server.say(path, state("e2e4 nonsense"))
            await server.pass_time(60)
            assert own.hearing.released_ids == ["Offer001"]
            everything = str(logs) + str(own.hearing)
    assert len(logs) >= 4
    assert TOKEN not in everything
    assert SECRET not in everything

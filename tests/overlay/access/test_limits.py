"""How much one address may ask, and that nobody is remembered for ever."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from bot.tokens.kept import KeptTokens
from overlay.access.limits import MAX_ADDRESSES, Buckets, Sockets
from overlay.web.keys import GATES, Limits
from tests.overlay.access.conftest import ELSEWHERE, PEER, Made, everything, with_token
from tests.overlay.conftest import Web


@dataclass
class Time:
    """Seconds that a test turns by hand."""

    s: float = 0.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def time() -> Time:
    return Time()


def taken(buckets: Buckets, address: str) -> int:
    """How many are given at once."""
    count = 0
    while not buckets.wait_s(address):
        buckets.take(address)
        count += 1
    return count


def test_a_bucket_gives_so_many_at_once_and_then_by_the_second(time: Time) -> None:
    buckets = Buckets(4, 10, time)
    assert taken(buckets, "a") == 10
    assert buckets.wait_s("a") == 0.25
    assert taken(buckets, "b") == 10
    time.s += 1
    assert taken(buckets, "a") == 4
    time.s += 1000
    assert taken(buckets, "a") == 10


def test_waiting_takes_nothing_and_is_long_enough(time: Time) -> None:
    buckets = Buckets(1 / 12, 5, time)
    assert taken(buckets, "a") == 5
    assert {buckets.wait_s("a") for _ in range(100)} == {12.0}
    time.s += 12
    assert taken(buckets, "a") == 1


def test_addresses_that_keep_quiet_are_forgotten(time: Time) -> None:
    buckets = Buckets(1, 10, time)
    for number in range(100):
        buckets.take(f"{number}")
    assert len(buckets) == 100
    time.s += 2
    buckets.take("new")
    assert len(buckets) == 1


def test_no_more_addresses_are_remembered_than_there_is_room_for(time: Time) -> None:
    buckets = Buckets(1, 2, time)
    for number in range(MAX_ADDRESSES + 50):
        buckets.take(f"{number}")
        buckets.take(f"{number}")
    assert len(buckets) == MAX_ADDRESSES
    assert buckets.wait_s(f"{MAX_ADDRESSES + 49}") > 0
    assert buckets.wait_s("0") == 0


def test_sockets_are_counted_and_forgotten() -> None:
    sockets = Sockets(2, 5)
    for address, most in (("203.0.113.7", 2), ("127.0.0.1", 5), ("::1", 5), ("unknown", 2)):
        with contextlib.ExitStack() as stack:
            for _ in range(most):
                assert sockets.free(address)
                stack.enter_context(sockets.one(address))
            assert not sockets.free(address)
            assert sockets.free("198.51.100.1")
        assert sockets.free(address)
        assert len(sockets) == 0


@pytest_asyncio.fixture
async def web(made: Made, time: Time) -> AsyncIterator[Web]:
    limits = Limits(requests_per_s=2, requests_burst=20, sockets_each=2, sockets_on_loopback=3)
    async with TestClient(TestServer(everything(KeptTokens(made.path), now=time, limits=limits))) as client:
        yield client


async def statuses(web: Web, count: int, path: str, headers: dict[str, str]) -> list[int]:
    return [(await web.get(path, headers=headers)).status for _ in range(count)]


async def test_one_address_cannot_ask_without_end(web: Web, time: Time) -> None:
    assert await statuses(web, 21, "/healthz", ELSEWHERE) == [200] * 20 + [429]
    response = await web.get("/api/v1/games", headers=ELSEWHERE)
    assert (response.status, response.headers["Retry-After"]) == (429, "1")
    assert await response.json() == {"error": "These were too many requests; wait a moment."}
    assert await statuses(web, 2, "/healthz", {PEER: "203.0.113.8"}) == [200, 200]
    assert await statuses(web, 30, "/static/boot.js", ELSEWHERE) == [200] * 30
    assert await statuses(web, 30, "/healthz", {}) == [200] * 30
    time.s += 1
    assert await statuses(web, 3, "/healthz", ELSEWHERE) == [200, 200, 429]


async def test_a_proxy_here_asks_for_others(web: Web) -> None:
    assert await statuses(web, 21, "/healthz", {"X-Forwarded-For": "198.51.100.1"}) == [200] * 20 + [429]
    assert await statuses(web, 1, "/healthz", {"X-Forwarded-For": "198.51.100.2"}) == [200]


async def test_a_scene_that_has_to_wait_says_no_word(web: Web) -> None:
    await statuses(web, 20, "/healthz", ELSEWHERE)
    response = await web.get("/scene/bar", headers=ELSEWHERE)
    assert response.status == 429
    assert await response.text() == "<!doctype html><title>Unruh</title>"


@pytest.mark.parametrize(("headers", "most"), [(ELSEWHERE, 2), ({}, 3), ({"X-Forwarded-For": "198.51.100.1"}, 2)])
async def test_one_address_cannot_hold_all_connections(
    web: Web, made: Made, headers: dict[str, str], most: int
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        paths = ["/ws", "/control/ws", "/ws"][:most]  # all of them count
        for path in paths:
            await stack.enter_async_context(web.ws_connect(path, headers=headers | with_token(made.control)))
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await web.ws_connect("/ws", headers=headers)
        assert refusal.value.status == 429
        assert refusal.value.headers is not None
        assert refusal.value.headers["Retry-After"] == "30"
        async with web.ws_connect("/ws", headers={PEER: "203.0.113.8"}):
            pass
    assert web.app is not None
    await web.close()  # the server has ended every viewer's task by then
    assert len(web.app[GATES].sockets) == 0


async def test_a_connection_that_is_refused_is_not_counted(web: Web) -> None:
    for _ in range(5):
        assert (await web.get("/ws?topics=../x", headers=ELSEWHERE)).status == 400
    async with web.ws_connect("/ws", headers=ELSEWHERE):
        pass


@pytest.mark.parametrize("way", ["entered", "sent"])
async def test_tokens_cannot_be_guessed_at_speed(web: Web, made: Made, time: Time, way: str) -> None:
    async def tried(token: str, headers: dict[str, str]) -> int:
        if way == "sent":
            return (await web.get("/healthz", headers=headers | with_token(token))).status
        return (await web.post("/enter", json={"token": token}, headers=headers)).status

    wrong = 403 if way == "entered" else 401
    begun, answers = time.s, []
    while time.s < begun + 60:
        answers.append(await tried("uc_wrong", ELSEWHERE))
        time.s += 1
    assert answers.count(wrong) <= 10
    assert set(answers) == {wrong, 429}
    while (await tried("uc_wrong", ELSEWHERE)) == wrong:
        pass
    assert await tried(made.control, ELSEWHERE) == 429, "the answer must not tell whether it was right"
    assert await tried(made.control, {PEER: "203.0.113.8"}) == 200
    assert (await web.get("/healthz", headers=ELSEWHERE)).status == 200
    time.s += 12
    assert await tried(made.control, ELSEWHERE) == 200


async def test_right_tokens_are_not_counted(web: Web, made: Made) -> None:
    for _ in range(12):
        assert (await web.get("/healthz", headers=with_token(made.control))).status == 200


def test_the_limits_are_those_of_the_docs() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "access.md").read_text(encoding="utf-8")
    limits = Limits()
    assert f"| {limits.sockets_each} | {limits.sockets_on_loopback:,} |" in text
    assert f"| {limits.connections_each} | no limit |" in text
    assert f"| {limits.connects_burst:.0f} at once, {limits.connects_per_s:.0f} a second |" in text
    assert f"A connection has {limits.head_s:.0f} seconds for the head" in text
    assert f"| {limits.requests_burst:.0f} at once, {limits.requests_per_s:.0f} a second |" in text
    assert f"| {limits.wrong_tokens_per_minute:.0f} a minute, {limits.wrong_tokens_per_minute / 2:.0f} of them" in text
    assert f"All viewers together may be {limits.clients:,}." in text

"""Tokens stand in no log and in no answer, wherever a person may wrongly put them; and who may frame what."""

import io
import logging
from collections.abc import Iterator

import pytest
import structlog
from aiohttp import web as aioweb
from aiohttp.test_utils import TestClient, TestServer

from bot.tokens.kept import KeptTokens
from overlay.access.redact import holds_secret, redacted
from tests.overlay.access.conftest import ELSEWHERE, Made, everything, raw, with_token
from tests.overlay.conftest import Web

TOKEN = "uc_" + "Ab-_9" * 8


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that is logged, in full, by the standard library and by structlog."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logging.Formatter("%(name)s %(message)s %(first_request_line)s %(request_header)s", defaults={
        "first_request_line": "", "request_header": "",
    }))  # fmt: skip
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(out))
    yield out
    structlog.reset_defaults()
    root.setLevel(level)
    root.removeHandler(handler)


WRONG_PLACES = [
    "/?token={}",
    "/control?token={}",
    "/enter?{}",
    "/enter/{}",
    "/{}",
    "/scene/bar?game={}",
    "/ws?topics={}",
    "/static/{}",
    "/api/v1/games/{}",
    "/enter?to=/scene/bar%23{}",
    "/enter?to=%2Fcontrol%3Ftoken%3D{}",
    "/{}/../control",
]


@pytest.mark.parametrize("place", WRONG_PLACES)
@pytest.mark.parametrize("quoted", [False, True])
async def test_a_token_in_an_address_is_refused_in_one_sentence(
    web_with_tokens: Web, made: Made, place: str, quoted: bool
) -> None:
    for token in (made.control, made.viewer, KeptTokens(made.path).cookie(made.control)):
        written = "".join(f"%{ord(letter):02x}" for letter in token) if quoted else token
        status, text = await raw(web_with_tokens, place.format(written))
        assert status == 400
        assert token not in text
        assert written not in text
        if place.startswith("/scene/"):
            assert text == "<!doctype html><title>Unruh</title>"
        else:
            assert "Tokens do not belong into addresses" in text


@pytest.mark.parametrize("address", ["/game/uc_short", "/?game=live0001&lang=de", "/scene/bar?theme=high-contrast"])
def test_other_addresses_hold_none(address: str) -> None:
    assert not holds_secret(address)


@pytest.mark.parametrize("text", [TOKEN, f"a {TOKEN}, b", TOKEN.replace("_", "%5F", 1), f"x{TOKEN}", f"ucp{TOKEN[2:]}"])
def test_what_is_taken_out(text: str) -> None:
    assert "Ab-_9" not in redacted(text)


async def test_a_request_names_its_host(web_with_tokens: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("socket.getfqdn")
    for target in ("/", "/loader/bar.html", "/ws", "/control"):
        status, text = await raw(web_with_tokens, target, "Origin: http://x\r\n")
        assert status == 400, text


async def test_no_log_holds_a_token_or_a_cookie(made: Made, logged: io.StringIO) -> None:
    cookie = KeptTokens(made.path).cookie(made.control)
    everywhere = {
        "User-Agent": f"x {TOKEN}",
        "Referer": f"http://127.0.0.1/?{TOKEN}",
        "Cookie": f"unruh_control={TOKEN}",
    }
    log = '%a %r %s "%{Referer}i" "%{User-Agent}i" "%{Cookie}i" "%{Authorization}i"'
    app = everything(KeptTokens(made.path))

    async def fails(request: aioweb.Request) -> aioweb.Response:
        raise RuntimeError("this is logged")

    app.router.add_get("/fails", fails)
    server = TestServer(app)
    await server.start_server(access_log=logging.getLogger("aiohttp.access"), access_log_format=log)
    async with TestClient(server) as web:
        for place in WRONG_PLACES:
            await web.get(place.format(made.control), headers=everywhere)
        await web.get("/fails", headers=everywhere)
        await web.get("/control/preview/bar", headers={"Cookie": f"unruh_control={cookie}"})
        await web.get("/control/preview/bar", headers=with_token(made.control))
        await web.get("/healthz", headers=with_token(TOKEN))
        await web.post("/enter", json={"token": TOKEN})
        await web.post("/enter", json={"token": made.viewer})
        await web.post("/enter", data=f'{{"token": "{TOKEN}"', headers={"Content-Type": "application/json"})
        made.path.write_text(f'{{"tokens": "{TOKEN}"}}')
        await web.get("/control/preview/bar", headers=with_token(made.control))
        await garbled(web, made.control)
    text = logged.getvalue()
    assert text.count("aiohttp.access") > len(WRONG_PLACES)
    assert "this is logged" in text
    assert "is not a file of tokens" in text
    assert "aiohttp.server" not in text, "what is no request would fill the log"
    for secret in (made.control, made.viewer, cookie, TOKEN, made.control[3:], made.viewer[3:], TOKEN[3:]):
        assert secret not in text


async def garbled(web: Web, token: str) -> None:
    """Requests that are no HTTP, which the web server would log as they came."""
    import asyncio

    for request in (
        f"GET /{token} HTTP/1.1\r\nHost: x\r\n{token}\0: {token}\r\n\r\n",
        f"GET /{token} HTTX/{token}\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection(web.host, web.port)
        writer.write(f"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n{request}".encode())
        async with asyncio.timeout(15):
            await reader.read()
        writer.close()


async def test_who_may_frame_what(web_with_tokens: Web, made: Made) -> None:
    async def framing(path: str) -> tuple[str, str]:
        response = await web_with_tokens.get(path, headers=ELSEWHERE | with_token(made.control))
        policy = response.headers["Content-Security-Policy"]
        rules = [rule.strip() for rule in policy.split(";") if "frame" in rule]
        return "; ".join(rules), response.headers.get("Cross-Origin-Opener-Policy", "")

    for path in ("/", "/game/live0001", "/enter", "/api/v1/games", "/nowhere", "/static/boot.js", "/controls"):
        assert await framing(path) == ("frame-ancestors 'none'", "same-origin"), path
    for path in ("/control", "/control/preview/bar"):
        assert await framing(path) == ("frame-src 'self'; frame-ancestors 'self'", "same-origin"), path
    for path in ("/scene/bar", "/scene/nowhere"):
        assert await framing(path) == ("", ""), path

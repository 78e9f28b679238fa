"""`/enter` and `/leave`: a token becomes a cookie, and nothing else comes in by that door."""

from http.cookies import SimpleCookie
from typing import Any

import pytest

from bot.tokens.change import make, revoke
from bot.tokens.file import ControlRole
from bot.tokens.kept import KeptTokens
from overlay.access.enter import path_here
from tests.overlay.access.conftest import ELSEWHERE, Made
from tests.overlay.conftest import Web


async def entered(web: Web, token: str, headers: dict[str, str] | None = None) -> Any:
    response = await web.post("/enter", json={"token": token}, headers=ELSEWHERE | (headers or {}))
    assert response.status == 200
    return response


async def test_a_token_becomes_a_cookie_that_no_script_reads(web_with_tokens: Web, made: Made) -> None:
    for kind, token in (("control", made.control), ("viewer", made.viewer)):
        response = await entered(web_with_tokens, f"  {token}\n")
        assert await response.json() == {"kind": kind}
        (header,) = response.headers.getall("Set-Cookie")
        assert token not in header
        ((name, cookie),) = SimpleCookie(header).items()
        assert name == f"unruh_{kind}"
        assert cookie["httponly"]
        assert not cookie["secure"]
        assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Strict", "/", "")
        assert int(cookie["max-age"]) == 400 * 86400
        found = KeptTokens(made.path).find(cookie.value)
        assert found is not None
        assert found.kind == kind


async def test_over_https_the_cookie_is_for_https_only(web_with_tokens: Web, made: Made) -> None:
    response = await entered(web_with_tokens, made.viewer, {"X-Forwarded-Proto": "https"})
    assert "; Secure" in response.headers["Set-Cookie"]
    response = await entered(web_with_tokens, made.viewer, {"X-Forwarded-Proto": "http"})
    assert "Secure" not in response.headers["Set-Cookie"]


async def test_a_browser_that_has_entered_controls_until_it_leaves(web_with_tokens: Web, made: Made) -> None:
    path = "/control/preview/bar"
    assert (await web_with_tokens.get(path)).status == 403
    await entered(web_with_tokens, made.control)
    assert (await web_with_tokens.get(path)).status == 200
    assert 'id="leave"' in await (await web_with_tokens.get("/enter?lang=en")).text()
    await entered(web_with_tokens, made.viewer)
    assert (await web_with_tokens.get(path)).status == 200
    response = await web_with_tokens.post("/leave", json={})
    assert response.status == 204
    assert (await web_with_tokens.get(path)).status == 403
    assert 'id="leave"' not in await (await web_with_tokens.get("/enter?lang=en")).text()


@pytest.mark.parametrize(
    ("role", "told"),
    [
        ("operator", "This browser may control the show."),
        ("arbiter", "This browser may control the show and correct results."),
        ("admin", "This browser may do everything here."),
    ],
)
async def test_the_page_tells_what_was_entered(web_with_tokens: Web, made: Made, role: ControlRole, told: str) -> None:
    await entered(web_with_tokens, make(made.path, "control", "new", None, "", role=role).secret)
    await entered(web_with_tokens, made.viewer)
    text = await (await web_with_tokens.get("/enter?lang=en")).text()
    assert told in text
    assert "This browser has a viewer token." in text


async def test_a_cookie_ends_with_its_token(web_with_tokens: Web, made: Made) -> None:
    await entered(web_with_tokens, made.control)
    revoke(made.path, "dock")
    response = await web_with_tokens.get("/control/preview/bar", headers=ELSEWHERE)
    assert response.status == 403


@pytest.mark.parametrize("token", ["", "uc_wrong", "the cookie", "ü\x00", "x" * 5000])
async def test_a_wrong_token_is_refused(web_with_tokens: Web, made: Made, token: str) -> None:
    if token == "the cookie":
        token = KeptTokens(made.path).cookie(made.control)
    response = await web_with_tokens.post("/enter", json={"token": token}, headers=ELSEWHERE)
    assert response.status == 403
    assert "Set-Cookie" not in response.headers
    assert await response.json() == {"error": "This token is not valid, or not any more."}


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"token": 1}', b'{"token": "a", "b": 1}', b"\xff", b'{"token": "\\ud800"}', b"[" * 60000],
)
async def test_another_body_is_refused(web_with_tokens: Web, body: bytes) -> None:
    response = await web_with_tokens.post("/enter", data=body, headers={"Content-Type": "application/json"})
    assert response.status == 400
    assert list(await response.json()) == ["error"]


async def test_a_body_without_a_length_has_a_limit_too(web_with_tokens: Web) -> None:
    async def endless() -> Any:
        for _ in range(70):
            yield b" " * 1024

    response = await web_with_tokens.post("/enter", data=endless(), headers={"Content-Type": "application/json"})
    assert response.status == 413


OUT_OF_HERE = [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
]


@pytest.mark.parametrize("to", OUT_OF_HERE)
async def test_nobody_is_sent_elsewhere(web_with_tokens: Web, to: str) -> None:
    assert path_here(to) is None
    text = await (await web_with_tokens.get("/enter", params={"to": to})).text()
    assert "data-to" not in text
    assert "evil" not in text.split('id="boot"')[0]


async def test_the_way_on_is_text(web_with_tokens: Web) -> None:
    to = '/game/"><script>alert(1)</script>'
    text = await (await web_with_tokens.get("/enter", params={"to": to})).text()
    assert "<script>alert" not in text
    assert 'data-to="/game/&#34;&gt;&lt;script&gt;' in text


async def test_on_the_way_to_a_scene_there_is_no_word(web_with_tokens: Web) -> None:
    text = await (await web_with_tokens.get("/enter", params={"to": "/scene/bar?game=live0001&lang=de"})).text()
    assert 'data-to="/scene/bar?game=live0001&amp;lang=de"' in text
    assert text.split("<body")[1].split(">", 1)[1].split() == [
        "<script", 'type="module"', 'src="/static/enter.js"></script>', "</body>", "</html>",
    ]  # fmt: skip

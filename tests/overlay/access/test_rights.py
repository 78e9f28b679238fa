"""What a token permits, and that it permits nothing any more when it is revoked, whatever is open."""

import asyncio

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from bot.tokens.change import make, revoke
from bot.tokens.kept import KeptTokens
from overlay.access.rights import Rights, rights_of
from tests.overlay.access.conftest import ELSEWHERE, Made, everything, raw, with_token
from tests.overlay.conftest import Web


def rights(made: Made, headers: dict[str, str], remote: str = "203.0.113.7") -> Rights:
    app = everything(KeptTokens(made.path))
    return rights_of(
        make_mocked_request("GET", "/", headers={"Host": "localhost"} | headers, app=app).clone(remote=remote)
    )


def cookies(made: Made, **tokens: str) -> dict[str, str]:
    kept = KeptTokens(made.path)
    return {"Cookie": "; ".join(f"{name}={kept.cookie(token)}" for name, token in tokens.items())}


def test_what_each_token_permits(made: Made) -> None:
    nobody, viewer, control = Rights(None, "", None), Rights("viewer", "host", 30), Rights("operator", "dock", None)
    assert rights(made, {}) == nobody
    assert rights(made, with_token(made.viewer)) == viewer
    assert rights(made, with_token(made.control)) == control
    assert rights(made, cookies(made, unruh_viewer=made.viewer)) == viewer
    assert rights(made, cookies(made, unruh_control=made.control)) == control
    both = cookies(made, unruh_control=made.control, unruh_viewer=made.viewer)
    assert rights(made, both) == Rights("operator", "dock", 30)
    assert rights(made, cookies(made, unruh_viewer=made.viewer) | with_token(made.control)) == Rights(
        "operator", "dock", 30
    )


def test_a_viewer_without_delay_is_not_the_public(made: Made) -> None:
    at_once = make(made.path, "viewer", "caster", 0, "").secret
    assert rights(made, with_token(at_once)) == Rights("viewer", "caster", 0)


def test_a_cookie_counts_for_its_kind_only(made: Made) -> None:
    assert rights(made, cookies(made, unruh_control=made.viewer)) == Rights(None, "", None)
    assert rights(made, cookies(made, unruh_viewer=made.control)) == Rights(None, "", None)


def test_what_is_not_valid_takes_nothing_away(made: Made) -> None:
    good = cookies(made, unruh_control=made.control, unruh_viewer="uv_old")
    assert rights(made, good) == Rights("operator", "dock", None)


def test_this_computer_controls_without_control_tokens_only(made: Made) -> None:
    assert rights(made, {}, "127.0.0.1") == Rights(None, "", None)
    revoke(made.path, "dock")
    assert rights(made, {}, "127.0.0.1") == Rights("admin", "this computer", None)
    assert rights(made, with_token(made.viewer), "127.0.0.1") == Rights("admin", "this computer", 30)
    assert rights(made, {"Host": "evil.example"}, "127.0.0.1") == Rights(None, "", None)


PAGES = ["/control", "/control/preview/bar"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("de", "Ein Regie-Token öffnet die Regie."), ("en", "A control token opens the control page.")],
)
async def test_a_page_says_what_it_takes(web_with_tokens: Web, path: str, lang: str, sentence: str) -> None:
    response = await web_with_tokens.get(path, headers=ELSEWHERE | {"Accept-Language": lang})
    text = await response.text()
    assert response.status == 403
    assert sentence in text
    assert 'href="/enter?' in text


async def test_a_page_says_that_control_is_elsewhere(web_without: Web) -> None:
    response = await web_without.get("/control", headers=ELSEWHERE | {"Accept-Language": "de"})
    assert response.status == 403
    assert "nur auf dem Rechner, auf dem Unruh läuft" in await response.text()


async def test_a_program_is_told_in_one_sentence(web_with_tokens: Web, web_without: Web) -> None:
    for web, words in ((web_with_tokens, "enter one at /enter"), (web_without, "until there is a control token")):
        response = await web.post("/control/act", json={"do": "undo"}, headers=ELSEWHERE)
        assert (response.status, response.content_type) == (403, "application/json")
        assert words in (await response.json())["error"]


async def test_control_has_no_back_door(web_with_tokens: Web) -> None:
    for path in ("/%63ontrol", "//control", "/control/", "/x/../control", "/control%2Fpreview%2Fbar", "/CONTROL"):
        status, _ = await raw(web_with_tokens, path)
        assert status in (403, 404), path


async def closed(viewer: aiohttp.ClientWebSocketResponse[bool]) -> int | None:
    async with asyncio.timeout(5):
        while (await viewer.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
    return viewer.close_code


@pytest.mark.parametrize("path", ["/control/ws?topics=desk", "/ws?topics=featured"])
@pytest.mark.parametrize("change", ["revoked", "made anew"])
async def test_nothing_is_told_once_a_token_is_revoked(
    web_with_tokens: Web, made: Made, path: str, change: str
) -> None:
    name, kind, token = ("dock", "control", made.control) if "control" in path else ("host", "viewer", made.viewer)
    async with web_with_tokens.ws_connect(path, headers=ELSEWHERE | with_token(token)) as viewer:
        if path.startswith("/control"):
            await viewer.receive_str(timeout=5)
        if change == "revoked":
            revoke(made.path, name)
        else:
            make(made.path, "control" if kind == "control" else "viewer", name, None, "")
        await viewer.send_json({"subscribe": ["lobby", "air", "event/all"]})
        assert await closed(viewer) == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_the_public_is_told_on(web_with_tokens: Web, made: Made) -> None:
    async with web_with_tokens.ws_connect("/ws", headers=ELSEWHERE) as viewer:
        revoke(made.path, "dock")
        await viewer.send_json({"subscribe": ["lobby"]})
        assert (await viewer.receive_json(timeout=5))["topic"] == "lobby"

"""What a token permits, and that it permits nothing any more when it is revoked, whatever is open."""

import asyncio

import aiohttp
import msgspec
import pytest
from aiohttp import web as aioweb
from aiohttp.test_utils import TestClient, TestServer, make_mocked_request

from bot.tokens.change import make, revoke
from bot.tokens.file import ControlRole, read_tokens, write_tokens
from bot.tokens.kept import KeptTokens
from overlay.access.rights import Rights, require_role, rights_of
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


def of_role(made: Made, role: ControlRole) -> str:
    """A token of the role, by whose name it is called."""
    return make(made.path, "control", role, None, "", role=role).secret


@pytest.mark.parametrize(
    ("header", "in_control", "in_viewer", "expected"),
    [
        (None, "operator", None, Rights("operator", "operator", None)),
        (None, "arbiter", None, Rights("arbiter", "arbiter", None)),
        ("admin", None, None, Rights("admin", "admin", None)),
        ("operator", "arbiter", None, Rights("arbiter", "arbiter", None)),
        ("admin", "arbiter", "host", Rights("admin", "admin", 30)),
        ("host", "arbiter", None, Rights("arbiter", "arbiter", 30)),
        ("arbiter", None, "arbiter", Rights("arbiter", "arbiter", None)),
    ],
)
def test_the_highest_role_counts_and_names_who_it_is(
    made: Made, header: str | None, in_control: str | None, in_viewer: str | None, expected: Rights
) -> None:
    secrets = {
        "operator": of_role(made, "operator"),
        "arbiter": of_role(made, "arbiter"),
        "admin": of_role(made, "admin"),
        "host": made.viewer,
    }
    entered = {"unruh_control": in_control, "unruh_viewer": in_viewer}
    sent = cookies(made, **{cookie: secrets[name] for cookie, name in entered.items() if name})
    assert rights(made, sent | (with_token(secrets[header]) if header else {})) == expected


def test_this_computer_is_no_arbiter_once_there_is_a_control_token(made: Made) -> None:
    assert rights(made, with_token(made.control), "127.0.0.1").role == "operator"


ROLES: dict[str, ControlRole] = {"operator": "operator", "arbiter": "arbiter", "admin": "admin"}
LACKING = {
    "loopback": "The control page answers on the computer only that Unruh runs on, until there is a control token.",
    "token": "The control page needs a control token; enter one at /enter.",
    "arbiter": "This is for arbiters; ask whoever runs Unruh for a token of the role arbiter.",
    "admin": "This is for admins; ask whoever runs Unruh for a token of the role admin.",
}


@pytest.mark.parametrize(
    ("who", "lacking"),
    [
        ("nobody", ["token", "token", "token"]),
        ("viewer", ["token", "token", "token"]),
        ("operator", [None, "arbiter", "admin"]),
        ("arbiter", [None, None, "admin"]),
        ("admin", [None, None, None]),
        ("this computer", [None, None, None]),
        ("elsewhere without tokens", ["loopback", "loopback", "loopback"]),
    ],
)
async def test_who_may_what_takes_a_role(made: Made, who: str, lacking: list[str | None]) -> None:
    headers = {} if who == "this computer" else dict(ELSEWHERE)
    if who in ROLES:
        headers |= with_token(of_role(made, ROLES[who]))
    elif who == "viewer":
        headers |= with_token(made.viewer)
    elif who != "nobody":
        revoke(made.path, "dock")
    async with TestClient(TestServer(with_duties(made))) as client:
        for role, lacks in zip(ROLES, lacking, strict=True):
            response = await client.post(f"/duty/{role}", json={}, headers=headers)
            told = await response.json()
            assert (response.status, told) == ((403, {"error": LACKING[lacks]}) if lacks else (200, "done")), role


def with_duties(made: Made) -> aioweb.Application:
    """Everything, and under `/duty/` something to do for each role."""

    async def duty(request: aioweb.Request) -> aioweb.Response:
        require_role(request, ROLES[request.match_info["role"]])
        return aioweb.json_response("done")

    app = everything(KeptTokens(made.path))
    app.router.add_route("*", "/duty/{role}", duty)
    return app


@pytest.mark.parametrize(
    ("role", "lang", "words"),
    [
        ("arbiter", "de", ["Nur für Schiedsrichter", "ein Token mit der Rolle „arbiter“"]),
        ("arbiter", "en", ["For arbiters only", "a token of the role arbiter"]),
        ("admin", "de", ["Nur für Admins", "ein Token mit der Rolle „admin“"]),
        ("admin", "en", ["For admins only", "a token of the role admin"]),
    ],
)
async def test_a_page_names_the_role_it_takes(made: Made, role: str, lang: str, words: list[str]) -> None:
    async with TestClient(TestServer(with_duties(made))) as client:
        headers = ELSEWHERE | with_token(made.control) | {"Accept-Language": lang}
        response = await client.get(f"/duty/{role}", headers=headers)
        text = await response.text()
    assert response.status == 403
    assert [word for word in words if word not in text] == []


async def test_a_role_that_is_lowered_permits_nothing_more_at_once(made: Made) -> None:
    token = with_token(of_role(made, "arbiter"))
    async with TestClient(TestServer(with_duties(made))) as client:
        assert (await client.post("/duty/arbiter", json={}, headers=ELSEWHERE | token)).status == 200
        give(made, "arbiter", "operator")
        assert (await client.post("/duty/arbiter", json={}, headers=ELSEWHERE | token)).status == 403
        assert (await client.post("/duty/operator", json={}, headers=ELSEWHERE | token)).status == 200


def give(made: Made, name: str, role: ControlRole) -> None:
    """Change the role of a token in the file, and nothing else of it."""
    tokens = read_tokens(made.path)
    assert any(token.name == name and token.role != role for token in tokens)
    write_tokens(
        made.path,
        tuple(msgspec.structs.replace(token, role=role) if token.name == name else token for token in tokens),
    )


@pytest.mark.parametrize("role", ["operator", "admin"])
async def test_an_open_socket_ends_with_another_role(made: Made, role: ControlRole) -> None:
    token = of_role(made, "arbiter")
    async with (
        TestClient(TestServer(with_duties(made))) as client,
        client.ws_connect("/control/ws?topics=desk", headers=ELSEWHERE | with_token(token)) as desk,
    ):
        await desk.receive_str(timeout=15)
        give(made, "arbiter", role)
        await desk.send_json({"subscribe": ["lobby"]})
        assert await closed(desk) == aiohttp.WSCloseCode.POLICY_VIOLATION


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
    async with asyncio.timeout(15):
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
            await viewer.receive_str(timeout=15)
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

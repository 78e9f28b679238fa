"""The table in docs/access.md is what the program does: every route, asked by everybody who may ask."""

import re
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.web_urldispatcher import ResourceRoute

from bot.tokens.change import make
from tests.overlay.access.conftest import ELSEWHERE, Made, everything, with_token
from tests.overlay.conftest import Web

DOCS = Path(__file__).resolve().parents[3] / "docs" / "access.md"

# Where a route is asked, if its pattern is not an address already; and what is posted there.
EXAMPLES = {
    "/game/{id}": "/game/live0001",
    "/event/{id}": "/event/club",
    "/event/{id}.{format}": "/event/club.pgn",
    "/scene/{name}": "/scene/bar",
    "/loader/{name}.html": "/loader/bar.html",
    "/picture/{id}.svg": "/picture/live0001.svg",
    "/text/{id}.txt": "/text/live0001.txt",
    "/api/v1/games/{id}": "/api/v1/games/live0001",
    "/api/v1/games/{id}/positions": "/api/v1/games/live0001/positions",
    "/api/v1/events/{id}": "/api/v1/events/club",
    "/static": "/static/boot.js",
    "/control/preview/{name}": "/control/preview/bar",
    "/control/event/{id}": "/control/event/club",
    "/control/api/event/{id}": "/control/api/event/club",
    "/control/api/event/{id}/try": "/control/api/event/club/try",
    "/control/api/event/{id}/correct": "/control/api/event/club/correct",
}
EXCLUDED = '{"act": {"act": "excluded", "game_id": "won00001"}, "why": "a test", "expected_number": 0}'
BODIES = {
    "/control/act": '{"do": "undo"}',
    "/leave": "{}",
    "/control/api/event/club/try": EXCLUDED,
    "/control/api/event/club/correct": EXCLUDED.replace("0}", "7}"),
}
SOCKETS = ("/ws", "/control/ws")
REFUSED = (401, 403)
NOW_NOT = 409
"""The desk has nothing to take back; there is no such last correction of the event."""


def rows() -> dict[str, list[str]]:
    """The table: for each route what it says, column by column."""
    lines = re.findall(r"^\| `([A-Z]+ /[^`]*)` \|(.+)\|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return {route: [cell.strip() for cell in cells.split("|")] for route, cells in lines}


def routes(app: web.Application) -> Iterator[str]:
    """Every route there is; GET stands for HEAD too."""
    for route in app.router.routes():
        assert route.resource is not None
        if route.method != "HEAD":
            yield f"{route.method} {route.resource.canonical}"


def address(route: str) -> str:
    """An address that a route answers at."""
    pattern = route.split()[1]
    return EXAMPLES.get(pattern, pattern)


async def answer(client: Web, route: str, headers: dict[str, str], token: str) -> str:
    """Whether a route may be asked: "yes" if it does what it is for, "no" if it refuses, else the status."""
    method, path = route.split()[0], address(route)
    if path in SOCKETS:
        try:
            async with client.ws_connect(path, headers=headers):
                return "yes"
        except aiohttp.WSServerHandshakeError as error:
            return "no" if error.status in REFUSED else str(error.status)
    body = BODIES.get(path, f'{{"token": "{token}"}}') if method == "POST" else None
    json = {"Content-Type": "application/json"} if body else {}
    response = await client.request(method, path, headers=headers | json, data=body, allow_redirects=False)
    client.session.cookie_jar.clear()
    if response.status < 300 or response.status == NOW_NOT:
        return "yes"
    return "no" if response.status in REFUSED else str(response.status)


def test_every_route_has_its_row_and_every_row_its_route() -> None:
    assert sorted(rows()) == sorted(routes(everything()))


def of_control(answers: list[str]) -> str:
    """What the table says of control tokens, by the answers to an operator, an arbiter and an admin."""
    first = answers.index("yes") if "yes" in answers else None
    assert all(one == ("no" if first is None or at < first else "yes") for at, one in enumerate(answers)), answers
    return "no" if first is None else ("yes", "arbiter", "admin")[first]


async def test_every_route_answers_as_the_table_says(web_with_tokens: Web, web_without: Web, made: Made) -> None:
    arbiter = make(made.path, "control", "arbiter", None, "", role="arbiter").secret
    admin = make(made.path, "control", "admin", None, "", role="admin").secret
    told = {}
    for route in rows():
        asked = [
            (web_with_tokens, ELSEWHERE),
            (web_with_tokens, ELSEWHERE | with_token(made.viewer)),
            *((web_with_tokens, ELSEWHERE | with_token(token)) for token in (made.control, arbiter, admin)),
        ]
        nobody, viewer, *control = [await answer(client, route, headers, made.viewer) for client, headers in asked]
        told[route] = [nobody, viewer, of_control(control)]
        # Without tokens there is none that could be entered.
        here = "yes" if route == "POST /enter" else await answer(web_without, route, {}, "")
        told[route].append(here)
    assert told == rows()


async def test_this_computer_is_nobody_once_there_is_a_control_token(web_with_tokens: Web, made: Made) -> None:
    for route, (nobody, *_) in rows().items():
        assert await answer(web_with_tokens, route, {}, made.viewer) == nobody, route


async def test_elsewhere_is_nobody_while_there_is_none(web_without: Web, made: Made) -> None:
    for route, (nobody, *_) in rows().items():
        if route != "POST /enter":
            assert await answer(web_without, route, ELSEWHERE, "") == nobody, route


@pytest.mark.parametrize("route", [route for route in routes(everything()) if route.startswith("POST")])
async def test_no_other_site_can_change_anything(web_with_tokens: Web, made: Made, route: str) -> None:
    path = address(route)
    admin = make(made.path, "control", "admin", None, "", role="admin").secret
    allowed = with_token(admin) | {"Content-Type": "application/json"}
    body = BODIES.get(path, f'{{"token": "{made.control}"}}').encode()
    own = f"http://{web_with_tokens.host}:{web_with_tokens.port}"

    async def status(body: bytes = body, **headers: str) -> int:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        response = await web_with_tokens.post(path, headers=allowed | names, data=body)
        return response.status

    good = await status()
    assert good in (200, 204, NOW_NOT)
    assert await status(Origin=own) == good
    assert await status(Origin=own, Sec_Fetch_Site="same-origin") == good
    assert await status(Sec_Fetch_Site="none") == good
    for site in ("cross-site", "same-site"):
        assert await status(Sec_Fetch_Site=site) == 403
    for origin in ("https://elsewhere.example", "null", "file://", "http://[", f"{own}.example", f"{own}0"):
        assert await status(Origin=origin) == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", ""):
        assert await status(Content_Type=kind) == 415
    assert await status(body + b" " * (64 << 10)) == 413


def test_no_route_but_get_and_post_is_there() -> None:
    assert {route.method for route in everything().router.routes() if isinstance(route, ResourceRoute)} == {
        "GET",
        "HEAD",
        "POST",
    }

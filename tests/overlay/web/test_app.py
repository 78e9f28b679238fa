"""Routes, headers, languages and errors."""

import json
import re

import msgspec
import pytest
from aiohttp import web as aioweb

from overlay.hub import Hub
from overlay.state import GameState, Lobby, Player
from overlay.words import LANGS, WORDS, choose_lang
from tests.overlay import samples
from tests.overlay.conftest import Web

PAGES = ["/", "/game/live0001", "/game/unknown1", "/scene/bar", "/scene/ledger?game=live0001", "/nowhere"]


@pytest.mark.parametrize("path", [*PAGES, "/api/v1/games", "/healthz", "/static/boot.js", "/scene/nowhere"])
async def test_every_answer_carries_the_security_headers(web: Web, path: str) -> None:
    response = await web.get(path)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "connect-src 'self'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", PAGES)
async def test_pages_run_no_script_without_the_nonce(web: Web, path: str) -> None:
    response = await web.get(path)
    text = await response.text()
    inline = [tag for tag in re.findall(r"<script[^>]*>", text) if "src=" not in tag and "application/json" not in tag]
    nonce = re.search(r"'nonce-([^']+)'", response.headers["Content-Security-Policy"])
    assert nonce
    assert all(f'nonce="{nonce[1]}"' in tag for tag in inline)
    assert not re.search(r"\son\w+=|\sstyle=|javascript:|https?://", text.split('id="boot"')[0])


async def test_every_page_has_another_nonce(web: Web) -> None:
    policies = {(await web.get("/")).headers["Content-Security-Policy"] for _ in range(3)}
    assert len(policies) == 3


async def test_the_api_lists_the_games(web: Web) -> None:
    response = await web.get("/api/v1/games")
    assert response.content_type == "application/json"
    assert msgspec.json.decode(await response.read(), type=Lobby) == samples.lobby()


async def test_without_a_lobby_there_are_no_games(web: Web, hub: Hub) -> None:
    hub.remove("lobby")
    assert await (await web.get("/api/v1/games")).json() == {"games": []}


async def test_the_api_gives_the_state_of_a_game(web: Web) -> None:
    state = msgspec.json.decode(await (await web.get("/api/v1/games/live0001")).read(), type=GameState)
    assert (state.id, state.ply, state.entries) == ("live0001", 36, samples.live().entries)


@pytest.mark.parametrize("path", ["/api/v1/games/unknown1", "/api/v1/games/a%22b", "/api/v1/nothing"])
async def test_what_is_not_there_is_said_in_one_sentence(web: Web, path: str) -> None:
    response = await web.get(path)
    assert response.status == 404
    answer = await response.json()
    assert list(answer) == ["error"]
    assert answer["error"].endswith(".")


async def test_openapi_describes_every_struct(web: Web) -> None:
    described = await (await web.get("/api/v1/openapi.json")).json()
    schemas = described["components"]["schemas"]
    assert {"GameState", "Lobby", "Entry", "Frame", "Points"} <= set(schemas)
    references = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert references <= set(schemas)


async def test_healthz(web: Web) -> None:
    assert await (await web.get("/healthz")).json() == {"status": "ok", "topics": 2, "viewers": 0, "ready": True}


async def test_a_page_carries_the_snapshot_and_no_name_can_leave_it(web: Web, hub: Hub) -> None:
    evil = msgspec.structs.replace(samples.live(), white=Player("</script><script>alert(1)</script>\u2028"))
    hub.publish("game/live0001", evil)
    text = await (await web.get("/game/live0001")).text()
    assert "<script>alert" not in text
    boot = re.search(r'<script type="application/json" id="boot">(.*?)</script>', text, re.DOTALL)
    assert boot
    assert json.loads(boot[1])["frames"]["game"]["state"]["white"]["name"] == evil.white.name


@pytest.mark.parametrize("path", ["/nowhere", "/game/a%2Fb", "/game/%22%3E"])
async def test_viewers_get_a_friendly_page(web: Web, path: str) -> None:
    response = await web.get(path, headers={"Accept-Language": "de"})
    assert response.status == 404
    assert "Diese Seite gibt es nicht." in await response.text()


async def test_a_scene_never_shows_words_of_error(web: Web) -> None:
    response = await web.get("/scene/nowhere")
    assert response.status == 404
    assert re.sub(r"<title>.*</title>|<[^>]*>", "", await response.text()).strip() == ""


@pytest.mark.parametrize(
    ("path", "shown"), [("/", "could not be shown"), ("/scene/bar", ""), ("/api/v1/games", "cannot")]
)
async def test_a_failure_is_told_without_details(
    web: Web, monkeypatch: pytest.MonkeyPatch, path: str, shown: str
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(Hub, "snapshot", fail)
    monkeypatch.setattr(Hub, "state", fail)
    response = await web.get(path)
    assert response.status == 500
    text = await response.text()
    assert "secret" not in text
    assert shown in text


@pytest.mark.parametrize("query", ["", "?scale=7&motion=wild&bg=url(x)&lang=fr&game=../x", "?scale=nan&scale=1"])
async def test_unknown_scene_options_fall_back(web: Web, query: str) -> None:
    text = await (await web.get(f"/scene/bar{query}")).text()
    assert 'data-motion="full"' in text
    assert 'data-bg=""' in text
    assert '<html lang="en" ' in text
    assert '"topic":"featured"' in text


async def test_scene_options_are_taken(web: Web) -> None:
    text = await (await web.get("/scene/bar?game=live0001&scale=9&motion=none&bg=0f0&lang=de")).text()
    assert 'data-motion="none"' in text
    assert 'data-bg="#0f0"' in text
    assert 'data-scale="2.0"' in text
    assert '<html lang="de" ' in text
    assert '"topic":"game/live0001"' in text


@pytest.mark.parametrize(
    ("asked", "accepted", "chosen"),
    [
        ("de", "en", "de"),
        ("xx", "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "fr, en;q=0.5, de;q=0.7", "de"),
        (None, "en-GB", "en"),
        (None, "de;q=0", "en"),
        (None, "de;q=x", "en"),
        (None, None, "en"),
    ],
)
def test_the_language(asked: str | None, accepted: str | None, chosen: str) -> None:
    assert choose_lang(asked, accepted) == chosen


def test_every_word_is_there_in_both_languages_with_the_same_blanks() -> None:
    for key in WORDS["de"]:
        texts = [WORDS[lang][key] for lang in LANGS]
        assert all(texts), key
        assert len({tuple(re.findall(r"\{\w+\}", text)) for text in texts}) == 1, key


async def test_static_files_are_asked_for_anew(web: Web) -> None:
    response = await web.get("/static/boot.js")
    assert response.headers["Cache-Control"] == "no-cache"
    again = await web.get("/static/boot.js", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status == aioweb.HTTPNotModified.status_code

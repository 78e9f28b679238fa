"""`/control` over the wire: its page, its actions, its socket, its test scenes."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from overlay.state import Lobby
from overlay.web.app import create_app
from overlay.words import WORDS
from tests.overlay import samples
from tests.overlay.arbited import arbited
from tests.overlay.conftest import Web
from tests.overlay.desk.test_desk import ACTIONS, Desked


@pytest.fixture
def desked() -> Desked:
    made = Desked()
    made.channels.truth.publish("featured", samples.live())
    made.channels.truth.publish("lobby", samples.lobby())
    return made


@pytest_asyncio.fixture
async def web(desked: Desked) -> AsyncIterator[Web]:
    async with TestClient(TestServer(create_app(desked.channels.truth, desk=desked.desk))) as client:
        yield client


async def act(web: Web, action: Any, **more: Any) -> tuple[int, dict[str, Any]]:
    answer = await web.post("/control/act", json=action, **more)
    return answer.status, await answer.json()


@pytest.mark.parametrize("name", ACTIONS)
async def test_every_action_can_be_posted(web: Web, desked: Desked, name: str) -> None:
    before = desked.everything()
    assert await act(web, ACTIONS[name]) == (200, {"done": True})
    assert desked.everything() != before
    assert await act(web, {"do": "undo"}) == (200, {"done": True})
    assert desked.everything() == before


@pytest.mark.parametrize(
    "action",
    [
        {},
        [],
        "clear",
        {"do": "nothing"},
        {"do": "clear"},
        {"do": "clear", "on": "yes"},
        {"do": "clear", "on": True, "more": 1},
        {"do": "delay", "seconds": -1},
        {"do": "delay", "seconds": 901},
        {"do": "pin", "game": "x" * 65},
        {"do": "nameplayers", "board": "1", "white": "x" * 101, "black": "", "round": ""},
        {"do": "nameboard", "board": "1", "name": "x" * 41},
        {"do": "round", "number": 0},
        {"do": "end", "game": "board001", "outcome": "nothing", "ending": "unknown"},
        {"do": "correct", "game": "board001", "ply": -1, "moves": ""},
        {"do": "correct", "game": "board001", "ply": 0, "moves": "x" * 8001},
    ],
)
async def test_what_is_no_action_is_refused_in_one_sentence(web: Web, desked: Desked, action: Any) -> None:
    before = desked.everything()
    status, answer = await act(web, action)
    assert (status, answer) == (400, {"error": WORDS["en"]["refused_unknown"]})
    assert desked.everything() == before


async def test_what_makes_no_sense_now_is_refused_in_the_language_of_the_page(web: Web) -> None:
    answer = await web.post("/control/act?lang=de", json={"do": "undo"})
    assert (answer.status, await answer.json()) == (409, {"error": WORDS["de"]["refused_undo"]})


async def test_the_control_page_has_the_desk_and_the_newest_states(web: Web, desked: Desked) -> None:
    desked.do(do="delay", seconds=600)
    desked.channels.truth.publish("featured", samples.won())
    page = await (await web.get("/control")).text()
    boot = json.loads(page.split('id="boot">')[1].split("</script>")[0])
    assert boot["socket"] == "/control/ws"
    assert boot["frames"]["desk"]["state"]["delay_s"] == 600
    assert boot["frames"]["game"]["state"]["id"] == samples.won().id


async def test_the_socket_of_control_tells_the_desk_and_the_public_one_does_not(web: Web, desked: Desked) -> None:
    desked.do(do="test", rule="sacrifice")
    asked = "?topics=desk,test"
    async with web.ws_connect(f"/control/ws{asked}") as private, web.ws_connect(f"/ws{asked}") as open_:
        frames = [await private.receive_json(), await private.receive_json()]
        told = {frame["topic"]: frame["state"] for frame in frames}
        assert told["desk"]["choices"]["test"] == "sacrifice"
        assert told["test"]["id"] == "abcdefgh"
        heard = [await open_.receive_json(), await open_.receive_json()]
        assert [frame["state"] for frame in heard] == [None, None]
        desked.do(do="clear", on=True)
        assert (await private.receive_json())["state"]["choices"]["cleared"] is True


async def test_pages_of_other_sites_reach_neither_the_socket_nor_the_actions(web: Web, desked: Desked) -> None:
    foreign = {"Origin": "https://example.org"}
    with pytest.raises(WSServerHandshakeError) as refused:
        await web.ws_connect("/control/ws?topics=desk", headers=foreign)
    assert refused.value.status == 403
    before = desked.everything()
    assert (await act(web, {"do": "clear", "on": True}, headers=foreign))[0] == 403
    assert desked.everything() == before


async def test_a_test_scene_shows_examples_and_its_mark_and_nothing_else(web: Web, desked: Desked) -> None:
    desked.do(do="test", rule="sacrifice")
    page = await (await web.get("/control/preview/ledger")).text()
    boot = json.loads(page.split('id="boot">')[1].split("</script>")[0])
    assert (boot["frames"]["game"]["topic"], boot["frames"]["game"]["state"]["id"]) == ("test", "abcdefgh")
    assert ">TEST<" in page
    public = await (await web.get("/scene/ledger")).text()
    assert ">TEST<" not in public
    assert '"id":"abcdefgh"' not in public


@pytest.mark.parametrize("name", ["nothing", "standings", "ticker"])
async def test_only_scenes_of_one_game_have_a_test_scene(web: Web, name: str) -> None:
    assert (await web.get(f"/control/preview/{name}")).status == 404


async def test_a_scene_takes_language_and_theme_from_the_operator_unless_its_address_names_them(
    web: Web, desked: Desked
) -> None:
    desked.do(do="language", lang="de")
    desked.do(do="theme", name="light")
    page = await (await web.get("/scene/bar")).text()
    assert '<html lang="de" data-theme="light"' in page
    page = await (await web.get("/scene/bar?lang=en&theme=contrast")).text()
    assert '<html lang="en" data-theme="contrast"' in page


async def test_a_frozen_scene_is_frozen_when_it_is_loaded_again_and_a_page_is_not(web: Web, desked: Desked) -> None:
    desked.do(do="freeze", on=True)
    desked.channels.truth.publish("featured", samples.won())
    assert samples.live().id in await (await web.get("/scene/bar")).text()
    assert samples.won().id in await (await web.get("/game/featured")).text()


async def test_what_is_held_back_is_held_back_on_every_route(web: Web, desked: Desked) -> None:
    desked.time.advance(1)
    desked.do(do="delay", seconds=60)
    secret = samples.state("secret01", 27)
    desked.channels.truth.publish("game/secret01", secret)
    desked.channels.truth.publish("featured", secret)
    desked.channels.truth.publish("lobby", Lobby((samples.lobby_game(secret),)))
    paths = [
        "/", "/game/secret01", "/game/featured", "/scene/bar", "/scene/bar?delay=0", "/scene/full?game=secret01",
        "/api/v1/games", "/api/v1/games/secret01", "/api/v1/games/secret01/positions", "/text/secret01.txt",
        "/text/featured.txt", "/picture/secret01.svg",
    ]  # fmt: skip
    for path in paths:
        text = await (await web.get(path)).text()
        assert '"id":"secret01"' not in text, path
        assert secret.fen.split()[0] not in text, path
    async with web.ws_connect("/ws?topics=game/secret01,featured") as socket:
        heard = {frame["topic"]: frame["state"] for frame in [await socket.receive_json(), await socket.receive_json()]}
        assert heard["game/secret01"] is None
        assert heard["featured"]["id"] == samples.live().id
        desked.time.advance(60)
        assert {(await socket.receive_json())["state"]["ply"] for _ in range(2)} == {27}


async def test_the_lobby_leads_those_to_control_who_may(web: Web) -> None:
    assert 'href="/control' in await (await web.get("/")).text()
    proxied = await web.get("/", headers={"X-Forwarded-For": "203.0.113.7"})
    assert 'href="/control' not in await proxied.text()


async def test_the_page_leads_to_the_arbiter_of_each_event(desked: Desked, web: Web) -> None:
    assert "/control/event/" not in await (await web.get("/control?lang=en")).text()
    app = create_app(desked.channels.truth, desk=desked.desk, arbiter=arbited().arbiter)
    async with TestClient(TestServer(app)) as client:
        page = await (await client.get("/control?lang=en")).text()
        assert '<a href="/control/event/club?lang=en" target="_blank"><bdi>Club evening</bdi></a>' in page
        assert (await client.get("/control/event/club?lang=en")).status == 200

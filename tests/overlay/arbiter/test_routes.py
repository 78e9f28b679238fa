"""The arbiter's page over the wire: what it is told, what it may ask, and whose name stands on a correction."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from aiohttp.test_utils import TestClient, TestServer

from overlay.hub import Hub
from overlay.web.app import create_app
from tests.overlay.arbited import Arbited, arbited
from tests.overlay.conftest import Web

EXCLUDE = {"act": "excluded", "game_id": "won00001"}
PATH = "/control/api/event/club"


@pytest.fixture
def at() -> Arbited:
    return arbited()


@pytest_asyncio.fixture
async def web(at: Arbited) -> AsyncIterator[Web]:
    async with TestClient(TestServer(create_app(Hub(), arbiter=at.arbiter))) as client:
        yield client


async def post(web: Web, what: str, act: Any, number: int = 0, **more: Any) -> tuple[int, dict[str, Any]]:
    body = {"act": act, "why": "seen on the board", "expected_number": number} | more
    answer = await web.post(f"{PATH}/{what}", json=body)
    return answer.status, await answer.json()


async def test_the_page_is_told_everything(web: Web, at: Arbited) -> None:
    told = await (await web.get(PATH)).json()
    assert (told["name"], told["number"], told["corrections"], told["conflicts"]) == ("Club evening", 0, [], [])
    assert [game["id"] for game in told["games"]] == ["won00001", "drawn001", "flag0001", "running1", "void0001"]
    assert told["games"][0]["counts"] == told["games"][0]["fact"]
    assert [game["complete"] for game in told["games"]] == [True, True, True, False, False]
    assert [(game["id"], game["reason"]) for game in told["unfit"]] == [("renamed1", "stranger")]
    assert (await post(web, "correct", {"act": "points", "game_id": "won00001", "white": "1/3", "black": "1/4"}))[
        0
    ] == 200
    told = await (await web.get(PATH)).json()
    assert told["number"] == 1
    assert told["games"][0]["counts"]["points"] == {"white": "0.3333", "black": "0.25"}
    assert told["games"][0]["fact"]["points"] != told["games"][0]["counts"]["points"]
    (made,) = told["corrections"]
    assert (made["who"], made["why"], made["game"], made["undone"]) == (
        "this computer", "seen on the board", "won00001", False,
    )  # fmt: skip
    assert made["text"] == {"de": "Punkte von won00001: 1/3 – 1/4", "en": "points of won00001: 1/3 – 1/4"}


async def test_trying_tells_the_swing_and_keeps_nothing(web: Web, at: Arbited) -> None:
    status, tried = await post(web, "try", EXCLUDE)
    assert status == 200
    assert {shift["player"]: shift["gain"] for shift in tried["shifts"]}["Amsel"].startswith("-")
    assert at.memory.kept == []
    assert (await (await web.get(PATH)).json())["number"] == 0


async def test_whoever_is_slower_is_told_who_was_faster_and_what(web: Web, at: Arbited) -> None:
    assert (await post(web, "correct", EXCLUDE))[0] == 200
    status, refusal = await post(web, "correct", {"act": "excluded", "game_id": "drawn001"})
    assert status == 409
    assert [(one["who"], one["text"]["en"]) for one in refusal["between"]] == [("this computer", "won00001 excluded")]
    assert "this computer: won00001 excluded (seen on the board)" in refusal["error"]
    assert len(at.memory.kept) == 1


REFUSED: list[tuple[str, int]] = [
    ("", 400),
    ("[" * 60_000, 400),
    ("\ud800", 400),
    ("{}", 400),
    (json.dumps({"act": EXCLUDE}), 400),
    (json.dumps({"act": EXCLUDE, "why": 1}), 400),
    (json.dumps({"act": EXCLUDE, "why": "  "}), 422),
    (json.dumps({"act": EXCLUDE, "why": "x" * 501}), 422),
    (json.dumps({"act": {"act": "nothing"}, "why": "x"}), 422),
    (json.dumps({"act": {**EXCLUDE, "who": "Anna"}, "why": "x"}), 422),
    (json.dumps({"act": {"act": "excluded", "game_id": "nowhere1"}, "why": "x"}), 422),
    (json.dumps({"act": {"act": "points", "game_id": "won00001", "white": "1/0", "black": "0"}, "why": "x"}), 422),
    (json.dumps({"act": {"act": "points", "game_id": "won00001", "white": 0.5, "black": "0"}, "why": "x"}), 422),
    (json.dumps({"act": {"act": "points", "game_id": "won00001", "white": "2", "black": "0"}, "why": "x"}), 422),
    (json.dumps({"act": {"act": "undo", "number": 1}, "why": "x"}), 422),
    (json.dumps({"act": EXCLUDE, "why": "x", "expected_number": 3}), 409),
]


@pytest.mark.parametrize(("body", "status"), REFUSED)
@pytest.mark.parametrize("what", ["try", "correct"])
async def test_what_makes_no_sense_is_refused_in_one_sentence(
    web: Web, at: Arbited, what: str, body: str, status: int
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await web.post(f"{PATH}/{what}", data=body.encode("utf-8", "surrogatepass"), headers=headers)
    assert (answer.status, bool((await answer.json())["error"])) == (status, True)
    assert at.memory.kept == []


async def test_nobody_says_who_they_are(web: Web, at: Arbited) -> None:
    assert (await post(web, "correct", EXCLUDE, who="Somebody else"))[0] == 200
    assert [one.who for one in at.memory.kept] == ["this computer"]


@pytest.mark.parametrize("path", ["/control/event/none", "/control/api/event/none", "/control/api/event/all"])
async def test_another_event_is_not_there(web: Web, path: str) -> None:
    assert (await web.get(path)).status == 404
    assert (await web.post("/control/api/event/none/try", json={"act": EXCLUDE, "why": "x"})).status == 404

"""What the simulator tells of tokens."""

import json

import pytest

from bot.lichess.simulator import Token
from bot.lichess.simulator.views.token import told_tokens
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.lab import Lab

READER = Token("birke", frozenset({"study:read", "board:play"}))
PATH = "/api/token/test"


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    return {"lip_reader": READER, "lip_idle": Token("amsel", frozenset())}


async def test_known_and_unknown_tokens(lab: Lab) -> None:
    status, told = await lab.post(PATH, "lip_reader,lip_wrong, lip_idle\n")
    assert status == 200
    assert json.loads(told) == {
        "lip_reader": {"userId": "birke", "scopes": "board:play,study:read", "expires": None},
        "lip_wrong": None,
        "lip_idle": {"userId": "amsel", "scopes": "", "expires": None},
    }


async def test_at_most_a_thousand(lab: Lab) -> None:
    for count, status in ((1000, 200), (1001, 400)):
        assert (await lab.post(PATH, ",".join(f"lip_{n}" for n in range(count))))[0] == status


def test_as_described(description: Description) -> None:
    answer = description.root["paths"][PATH]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    told = json.loads(told_tokens({"lip_reader": READER, "lip_wrong": None}))
    for one in told.values():
        assert description.faults(one, answer["additionalProperties"]) == []

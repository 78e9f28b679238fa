"""The answers against Lichess' published description, where it is at hand."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from bot.lichess.simulator import Opening, Player, Script, Switches, TimeControl
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.move_stream import move_stream
from bot.lichess.simulator.views.tv import TvFeed
from bot.lichess.simulator.views.user_status import user_statuses

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


class Description:
    """The part of JSON Schema that the description uses, stricter: a key that it does not name is a fault."""

    def __init__(self, path: Path) -> None:
        self.root = json.loads(path.read_text())

    def schema(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.root["components"]["schemas"][name]
        return found

    def faults(self, value: Any, schema: dict[str, Any], where: str = "$") -> list[str]:
        if "$ref" in schema:
            return self.faults(value, self.schema(schema["$ref"].rsplit("/", 1)[1]), where)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                tries = [self.faults(value, choice, where) for choice in schema[key]]
                return [] if [] in tries else min(tries, key=len)
        if "allOf" in schema:
            return [fault for part in schema["allOf"] for fault in self.faults(value, part, where)]
        if "enum" in schema and value not in schema["enum"]:
            return [f"{where}: {value!r} is none of {schema['enum']}"]
        kind = schema.get("type")
        if isinstance(kind, str) and not isinstance(value, TYPES[kind]):
            return [f"{where}: {value!r} is no {kind}"]
        if isinstance(value, list):
            items = schema.get("items", {})
            return [fault for i, item in enumerate(value) for fault in self.faults(item, items, f"{where}[{i}]")]
        if not isinstance(value, dict) or "properties" not in schema:
            return []
        known = schema["properties"]
        faults = [f"{where}: {key} is missing" for key in schema.get("required", []) if key not in value]
        faults += [f"{where}: {key} is not described" for key in value if key not in known]
        return faults + [
            fault for key in value if key in known for fault in self.faults(value[key], known[key], f"{where}.{key}")
        ]


@pytest.fixture(scope="module")
def description(shared: Path) -> Description:
    return Description(shared / "lichess/openapi/lichess-api.bundled.json")


PLAYERS: dict[str, Any] = {
    "white": Player("Amsel", 1700, 5, "FM"),
    "black": Player("Birke", 1650, -5, provisional=True),
}
SCRIPT = Script(control=TimeControl(180, 2), opening=Opening("C20", "King's Pawn Game", 2), **PLAYERS)
GAME = SCRIPT.moves("e4 e5 Nf3").offer(chess.WHITE).moves("Nc6 Bb5").resign(chess.BLACK).game()


def test_export(description: Description) -> None:
    for state in GAME.states:
        exported = json.loads(export_json(GAME, state, ExportOptions(pgn_in_json=True), Switches()))
        assert description.faults(exported, description.schema("GameJson")) == []


def test_move_stream(description: Description) -> None:
    old = Switches(first_line="2023")
    told = [json.loads(line.data) for line in move_stream(GAME, 0, 99_000, old)[0]]
    faults = description.faults(told, description.schema("MoveStream"))
    # Real streams have these two, the description does not.
    assert [fault for fault in faults if "drawOffers" not in fault and "winner" not in fault] == []


def test_tv(description: Description) -> None:
    feed = TvFeed(GAME, Switches())
    lines = feed.open(GAME.states[1]) + [line for state in GAME.states[2:] for line in feed.feed(state)]
    told = [json.loads(line.data) for line in lines]
    assert [message["t"] for message in told] == ["featured"] + ["fen"] * 4
    for message in told:
        assert description.faults(message, description.schema("TvFeed")) == []


def test_user_status(description: Description) -> None:
    answer = description.root["paths"]["/api/users/status"]["get"]["responses"]["200"]
    schema = answer["content"]["application/json"]["schema"]
    users = {player.id: player for player in PLAYERS.values()}
    told = json.loads(user_statuses(users, users, {"amsel": GAME}, game_ids=False, game_metas=False))
    assert description.faults(told, schema) == []


def test_the_check_itself_finds_faults(description: Description) -> None:
    schema = description.schema("GameJson")
    assert any("missing" in fault for fault in description.faults({}, schema))
    assert any("not described" in fault for fault in description.faults({"x": 1}, schema))
    assert any("is no integer" in fault for fault in description.faults({"createdAt": "1"}, schema))

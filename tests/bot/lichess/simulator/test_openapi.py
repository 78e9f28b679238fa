"""The answers against Lichess' published description, where it is at hand."""

import json
from typing import Any

import chess

from bot.lichess.simulator import Opening, Player, Script, Switches, TimeControl
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.move_stream import move_stream
from bot.lichess.simulator.views.tv import TvFeed
from bot.lichess.simulator.views.user_status import user_statuses
from tests.bot.lichess.simulator.description import Description

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

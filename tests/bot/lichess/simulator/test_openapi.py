"""The answers against Lichess' published description, where it is at hand."""

import json
from pathlib import Path
from typing import Any

import chess
import msgspec
import pytest

from bot.lichess.simulator import ManualClock, Opening, Player, Script, Switches, TimeControl, World
from bot.lichess.simulator.views.board_lines import game_full
from bot.lichess.simulator.views.board_stream import BoardStream
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.games_stream import own_game_event, watched_game
from bot.lichess.simulator.views.tv import TvFeed
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.lines import move_stream

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


def own_lines(**fields: Any) -> list[Any]:
    script = Script(control=TimeControl(600, 2), **PLAYERS, **fields).moves("e4 e5 Nf3").offer(chess.WHITE)
    script = script.gone(chess.BLACK).back(chess.BLACK).decline(chess.BLACK).propose_takeback(chess.BLACK)
    world = World(ManualClock(0))
    world.add(script.game())
    feed = BoardStream(script.game(), chess.WHITE, Switches(), bot=False)
    lines = feed.news(world)
    later = World(ManualClock(1_000_000))
    later.add(script.cancel_takeback(chess.BLACK).resign(chess.WHITE).game())
    return [json.loads(line.data) for line in lines + feed.news(later)]


@pytest.mark.parametrize("fields", [{}, {"days_per_turn": 3, "initial_fen": chess.STARTING_FEN}])
def test_own_stream(description: Description, fields: dict[str, Any]) -> None:
    schemas = {
        "gameFull": "GameFullEvent",
        "gameState": "GameStateEvent",
        "chatLine": "ChatLineEvent",
        "opponentGone": "OpponentGoneEvent",
    }
    lines = own_lines(**fields)
    assert {line["type"] for line in lines} == set(schemas)
    for line in lines:
        assert description.faults(line, description.schema(schemas[line["type"]])) == []


def test_event_stream(description: Description) -> None:
    engine = Script(control=TimeControl(60, 0), black=Player(ai_level=3)).moves("e4 e5 f4").resign(chess.BLACK).game()
    for game in (GAME, engine):
        for state in game.states:
            event = json.loads(own_game_event("amsel")(game, state, 1000))
            schema = description.schema("GameFinishEvent" if state.status.over else "GameStartEvent")
            assert description.faults(event, schema) == []


def test_real_examples_have_the_same_fields(shared: Path) -> None:
    examples = shared / "lichess/examples"

    def shape(value: Any) -> Any:
        return {key: shape(inner) for key, inner in value.items()} if isinstance(value, dict) else type(value)

    real = json.loads((examples / "stream-gameFinish.json").read_text())
    lost = Script(control=TimeControl(300, 0), source="friend", **PLAYERS).moves("e4 e5").resign(chess.WHITE).game()
    event = json.loads(own_game_event("amsel")(lost, lost.states[-1], 9000))
    assert shape(event) == shape(real)
    real = json.loads((examples / "schema-GameFullEvent.json").read_text())
    untitled = Script(control=TimeControl(900, 0)).moves("d3").game()
    full = json.loads(msgspec.json.encode(game_full(untitled, untitled.states[-1], 1000, Switches())))
    assert shape(full) == shape(real)
    real = json.loads((examples / "schema-GameStreamGame.json").read_text())
    assert shape(json.loads(watched_game(untitled, untitled.states[-1], 0))) == shape(real)


def test_the_check_itself_finds_faults(description: Description) -> None:
    schema = description.schema("GameJson")
    assert any("missing" in fault for fault in description.faults({}, schema))
    assert any("not described" in fault for fault in description.faults({"x": 1}, schema))
    assert any("is no integer" in fault for fault in description.faults({"createdAt": "1"}, schema))

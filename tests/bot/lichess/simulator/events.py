"""Players, tournaments and games that several tests use."""

import json
from typing import Any

import chess

from bot.clock import ManualClock
from bot.lichess.simulator import Game, Player, Script, TimeControl, statuses
from bot.lichess.simulator.tournaments import Arena, Swiss, Team
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.lab import Lab

BLITZ = TimeControl(180, 2)
START_MS = ManualClock().now_ms()
AMSEL, BIRKE, CEDERN, DOHLE = (
    Player("Amsel", 1700, title="FM"),
    Player("Birke", 1650),
    Player("Cedern", 1600),
    Player("Dohle", 1500),
)
ARENA = Arena("arena000", "Evening Arena", BLITZ, START_MS + 60_000, players=(DOHLE,), team="woods", minutes=30)
SWISS = Swiss("swiss000", "Evening Swiss", BLITZ, START_MS + 60_000, players=(DOHLE,), team="woods", rounds=2)
WOODS = Team("woods", "Woods", "amsel", (AMSEL, BIRKE), "Trees and birds.")
LONG = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"


def won(game_id: str, winner: Player, loser: Player, at_ms: int, **fields: Any) -> Game:
    """A game that White wins after fourteen plies."""
    script = Script(game_id, control=BLITZ, white=winner, black=loser, created_ms=at_ms, **fields)
    return script.moves(LONG).resign(chess.BLACK).game()


def drawn(game_id: str, white: Player, black: Player, at_ms: int, **fields: Any) -> Game:
    script = Script(game_id, control=BLITZ, white=white, black=black, created_ms=at_ms, **fields)
    return script.moves(LONG).finish(statuses.DRAW).game()


def open_game(game_id: str, white: Player, black: Player, at_ms: int, **fields: Any) -> Game:
    return Script(game_id, control=BLITZ, white=white, black=black, created_ms=at_ms, **fields).moves(LONG).game()


def minute(number: int) -> int:
    return START_MS + number * 60_000


def faults(description: Description, told: Any, path: str, kind: str = "application/json") -> list[str]:
    content = description.root["paths"][path]["get"]["responses"]["200"]["content"]
    return description.faults(told, content[kind]["schema"])


async def lines_of(lab: Lab, path: str) -> list[Any]:
    status, text = await lab.get(path, Accept="application/x-ndjson")
    assert status == 200
    return [json.loads(line) for line in text.splitlines()]


def play_arena(lab: Lab) -> None:
    lab.world.add_team(WOODS)
    for game in (
        won("game0001", AMSEL, BIRKE, minute(1), arena=ARENA),
        open_game("game0002", BIRKE, CEDERN, minute(2), arena=ARENA),
        open_game("game0003", AMSEL, DOHLE, minute(3), arena=ARENA, pace_ms=2000),
        open_game("other000", AMSEL, DOHLE, minute(1)),
    ):
        lab.world.add(game)


def play_swiss(lab: Lab) -> None:
    lab.world.add_team(WOODS)
    for game in (
        won("game0001", AMSEL, BIRKE, minute(1), swiss=SWISS),
        drawn("game0002", CEDERN, DOHLE, minute(1), swiss=SWISS),
        won("game0003", AMSEL, CEDERN, minute(3), swiss=SWISS),
        won("game0004", BIRKE, DOHLE, minute(3), swiss=SWISS),
    ):
        lab.world.add(game)

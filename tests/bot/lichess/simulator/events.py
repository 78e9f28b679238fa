"""Players, tournaments and games that several tests use."""

from typing import Any

import chess

from bot.clock import ManualClock
from bot.lichess.simulator import Game, Player, Script, TimeControl, statuses
from bot.lichess.simulator.tournaments import Arena, Swiss, Team

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

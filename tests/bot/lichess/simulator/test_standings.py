"""Who leads a tournament."""

import chess

from bot.lichess.simulator import Script
from bot.lichess.simulator.standings import arena_standings, swiss_standings
from tests.bot.lichess.simulator.events import (
    AMSEL,
    ARENA,
    BIRKE,
    BLITZ,
    CEDERN,
    DOHLE,
    LONG,
    SWISS,
    drawn,
    minute,
    open_game,
    won,
)


def test_arena_points() -> None:
    berserk = Script("berserk0", control=BLITZ, white=AMSEL, black=BIRKE, created_ms=minute(4))
    short = Script("short000", control=BLITZ, white=AMSEL, black=BIRKE, created_ms=minute(5))
    games = [
        won("game0001", AMSEL, BIRKE, minute(1)),
        won("game0002", AMSEL, CEDERN, minute(2)),
        won("game0003", AMSEL, BIRKE, minute(3)),
        berserk.berserk(chess.WHITE).moves(LONG).resign(chess.BLACK).game(),
        short.berserk(chess.WHITE).moves("e4 e5").resign(chess.BLACK).game(),
        drawn("game0006", CEDERN, AMSEL, minute(6)),
        drawn("game0007", CEDERN, AMSEL, minute(7)),
        won("game0008", BIRKE, AMSEL, minute(8)),
        Script("aborted0", control=BLITZ, white=AMSEL, black=BIRKE, created_ms=minute(9)).abort().game(),
        open_game("game0010", AMSEL, BIRKE, minute(10)),
        won("future00", BIRKE, AMSEL, minute(30)),
    ]
    amsel, birke, cedern, dohle = arena_standings(ARENA, games, minute(11))
    assert (amsel.player, amsel.rank, amsel.score, amsel.sheet, amsel.fire) == (AMSEL, 1, 20, "01245422", False)
    assert (birke.player, birke.rank, birke.score, birke.sheet, birke.performance) == (BIRKE, 2, 2, "20000", 1400)
    assert (cedern.player, cedern.rank, cedern.score, cedern.sheet) == (CEDERN, 3, 2, "110")
    assert (dohle.player, dohle.rank, dohle.score, dohle.sheet, dohle.performance) == (DOHLE, 4, 0, "", 0)
    earlier = arena_standings(ARENA, games, minute(3))
    assert [(standing.score, standing.fire) for standing in earlier] == [(4, True), (0, False), (0, False), (0, False)]


def test_swiss_points() -> None:
    games = [
        won("game0001", AMSEL, BIRKE, minute(1)),
        drawn("game0002", CEDERN, DOHLE, minute(1)),
        drawn("game0003", AMSEL, CEDERN, minute(2)),
        won("game0004", BIRKE, DOHLE, minute(2)),
    ]
    standings = swiss_standings(SWISS, games, minute(3))
    told = [(standing.player, standing.rank, standing.score, standing.tie_break) for standing in standings]
    assert told == [(AMSEL, 1, 3, 6), (CEDERN, 2, 2, 4), (BIRKE, 3, 2, 2), (DOHLE, 4, 1, 2)]

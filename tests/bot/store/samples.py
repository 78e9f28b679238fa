"""Updates and reports to keep."""

import asyncio
from collections.abc import Callable
from typing import Any

import chess

from bot.store import StoredReport
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Player

INFO = GameInfo(Player("Amsel", "FM", 2301), Player("Drossel", None, 2200), speed="blitz")
HOSTILE = "\x00 \ud800 \udfff \x1a0000 \U0001f600 \\u0000 '\"; DROP TABLE lines"
"""What no database likes in a text."""


def moves(text: str) -> tuple[chess.Move, ...]:
    return tuple(chess.Move.from_uci(uci) for uci in text.split())


def update(game_id: str, happening: Happening, uci: str = "", **fields: Any) -> GameUpdate:
    return GameUpdate(game_id, happening, fields.pop("info", INFO), moves(uci), **fields)


def report(points: str = "0.22", **fields: str) -> StoredReport:
    values = {"rules_version": "2026.1", "options": "{}", "record": "1. e4 1-0", "report": f'{{"points":"{points}"}}'}
    return StoredReport(**(values | fields))


PLAYED = [
    update("game0001", Happening.DESCRIBED, "e2e4", clocks=Clocks(180_000, 180_000)),
    update("game0001", Happening.MOVED, "e2e4 e7e5", clocks=Clocks(180_000, 179_000), plies_behind=3),
    update("game0001", Happening.LOST, "e2e4 e7e5", reason="the server is gone"),
    update("game0001", Happening.DESCRIBED, "e2e4 c7c5 g1f3"),
    update("game0001", Happening.SETTLED, "e2e4 c7c5 g1f3 d7d6", record="1. e4 c5 2. Nf3 d6 *"),
]
"""A game with a lost connection and a takeback."""


async def until(condition: Callable[[], bool]) -> None:
    """Let others run, and the database work, until something is so."""
    async with asyncio.timeout(20):
        while True:
            if condition():
                return
            await asyncio.sleep(0)

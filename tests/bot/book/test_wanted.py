"""What is asked for first, and that it never grows without end."""

import asyncio

import chess
import pytest

from bot.book import wanted
from bot.book.wanted import WantedPositions


def after(san: str) -> chess.Board:
    board = chess.Board()
    board.push_san(san)
    return board


async def served(positions: WantedPositions, count: int) -> list[str]:
    """The first moves of the next positions, each of which is answered."""
    sans = []
    for _ in range(count):
        one = await positions.next()
        sans.append(chess.Board().san(one.moves[0]))
        positions.done(one.epd)
    return sans


async def test_the_best_game_first_then_who_came_first() -> None:
    positions = WantedPositions()
    for san, rank in (("e4", 5), ("d4", 1), ("c4", 5), ("f4", 0), ("d4", 3), ("c4", 4)):
        positions.add(after(san), rank)
    assert len(positions) == 4
    assert await served(positions, 4) == ["f4", "d4", "c4", "e4"]
    assert len(positions) == 0


async def test_what_is_asked_in_vain_comes_again_after_the_others() -> None:
    positions = WantedPositions()
    for san in ("e4", "d4"):
        positions.add(after(san), 0)
    tried = [chess.Board().san((await positions.next()).moves[0]) for _ in range(5)]
    assert tried == ["e4", "d4", "e4", "d4", "e4"]


async def test_waits_until_something_is_wanted() -> None:
    positions = WantedPositions()
    task = asyncio.create_task(served(positions, 1))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not task.done()
    positions.add(after("e4"), 0)
    assert await task == ["e4"]


async def test_what_would_come_last_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wanted, "MOST_WANTED", 3)
    positions = WantedPositions()
    for san, rank in (("e4", 5), ("d4", 1), ("c4", 9), ("f4", 2), ("a4", 7)):
        positions.add(after(san), rank)
    assert await served(positions, 3) == ["d4", "f4", "e4"]

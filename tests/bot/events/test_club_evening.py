"""A club evening: an arena of sixty players and three hundred games, while things go wrong; the program is killed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot.config import parse_config
from bot.events.table import table
from bot.program.live_events import LiveEvents
from tests.bot.events.club import Evening, evening, program

CONFIG = """
[[events]]
id = "club"
name = "Club evening"
kind = "arena"
arena = "winter01"
"""
PLAYERS, ROUNDS = 60, 10
LONGEST_S = 1_500
"""No evening takes longer, by the simulator's clock."""


async def turn_until(club: Evening, condition: Callable[[], bool]) -> None:
    """Advance the clock second by second."""
    for _ in range(LONGEST_S):
        await club.clock.advance(1_000)
        if condition():
            return
    raise AssertionError("that did not happen")


def over(events: LiveEvents) -> set[str]:
    """The games of the event that have a report, and the void ones."""
    return {game.id for game in events.collector.event("club").games if game.report or game.outcome == "void"}


def at_least(events: LiveEvents, count: int) -> bool:
    return len(over(events)) >= count


async def test_a_club_evening(tmp_path: Path) -> None:
    settings, store = parse_config(CONFIG), str(tmp_path / "club.sqlite")
    async with evening(PLAYERS, ROUNDS, 5) as club:
        known: set[str] = set()
        for settled in (20, 70):  # and then it is killed
            async with program(club, settings, store) as (events, _):
                await turn_until(club, partial(at_least, events, settled))
                known = over(events)
        async with program(club, settings, store) as (events, follower):
            await turn_until(club, lambda: known <= over(events))  # what was known is known again
            everything = {game.id for game in club.games}
            await turn_until(club, partial(at_least, events, len(everything)))
            assert over(events) == everything
            assert len(follower.games) < len(everything)  # some were let go, and count all the same
            event = events.collector.event("club")
            assert events.collector.unplaced("club") == ()
        rows = table(event)
        assert len(rows) == PLAYERS
        assert {row.entrant.name: row.points for row in rows} == club.expected(tmp_path)

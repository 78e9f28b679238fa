"""Broadcasts that several tests use, and how their streams are read."""

import aiohttp

from bot.clock import ManualClock
from bot.lichess.simulator.broadcasts import Chapter, Round, Tour
from bot.lichess.simulator.chapter_script import ChapterScript

START_MS = ManualClock().now_ms()


def tour_of(
    *chapters: Chapter, starts_ms: int = START_MS, tour_id: str = "tour0000", round_id: str = "round000"
) -> Tour:
    """A tournament of one round."""
    return Tour(tour_id, "Woods & Birds Open", (Round(round_id, "Round 1", starts_ms, chapters),), START_MS, tier=5)


def two_boards() -> Tour:
    """One board with clocks, and another one without that begins later."""
    first = ChapterScript("chapter1").moves("e4 e5 Nf3", clocks=(5400, 5390, None)).tag("Result", "1-0").chapter()
    return tour_of(first, ChapterScript("chapter2").wait(2500).moves("d4").chapter())


async def read_pgn(response: aiohttp.ClientResponse) -> str:
    """The next game of a stream, with what was glued to its front and without the blank lines after it."""
    text = (await response.content.readuntil(b"\n\n\n")).decode()
    return text.removesuffix("\n\n\n")


def movetext(pgn: str) -> str:
    """The moves and the result."""
    return pgn.split("\n\n")[1]

"""The program of the load test: follows, scores, shows and keeps everything, and says each minute how it is doing."""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

from bot.book.embedded import embedded_book
from bot.clock import RealClock
from bot.follower.followed import FollowedGame
from bot.follower.follower import Follower
from bot.follower.journal import StoreJournal
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.lichess.retry import rest
from bot.store import open_store
from overlay.hub import Hub
from overlay.shown.show import Show
from scoring import Rules
from tests.long.load_server import begins_ms, game_id

REPORT_MS = 60_000
FOUND_MS = 1_000
"""How long after its beginning a game is found."""
PAGE = os.sysconf("SC_PAGE_SIZE")


def rss_mb() -> float:
    """The memory of this process that is in use."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE / 2**20


async def loop_lag_ms(seconds: float) -> float:
    """The longest that the event loop kept a task waiting in so many seconds."""
    worst, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        await asyncio.sleep(0.01)
        worst = max(worst, (time.monotonic() - began - 0.01) * 1000)
    return worst


async def find(follower: Follower, games: int, speed: float, began_s: float) -> None:
    """Find every game of the load server when it begins."""
    for at_ms, found in sorted((begins_ms(seat, n), game_id(seat, n)) for seat in range(games) for n in range(20)):
        await asyncio.sleep(max(0.0, began_s + (at_ms + FOUND_MS) / 1000 / speed - time.time()))
        follower.found(found, "the load server")


async def main(url: str, began_s: float, games: int, speed: float, minutes: int) -> None:
    """Follow the games of the load server and print a line of JSON each minute of its clock."""
    clock, rules, book = RealClock(speed), Rules(), embedded_book()
    hub = Hub(clock=lambda: clock.now_ms() / 1000)
    show = Show(hub)
    settled = set[str]()

    def changed(game: FollowedGame) -> None:
        show.update(game)
        follower.transports.feature(show.featured)
        if game.lifecycle == "settled":
            settled.add(game.id)

    with tempfile.TemporaryDirectory() as folder:
        async with (
            open_store(f"{folder}/load.sqlite", clock) as store,
            LichessClient(url, Governor(clock), received=store.line, agent="unruh-tests (contact nobody)") as client,
            Follower(
                client, rules, clock, changed, show.forget, journal=StoreJournal(store, rules), book=book
            ) as follower,
        ):
            finding = asyncio.create_task(find(follower, games, speed, began_s))
            for minute in range(1, minutes + 1):
                busy_s = time.process_time()
                waiting = asyncio.create_task(loop_lag_ms(REPORT_MS / 1000 / speed - 1))
                await rest(clock, REPORT_MS)
                running = [game for game in follower.games.values() if game.lifecycle in ("live", "reconnecting")]
                ages = [clock.now_ms() - game.heard_at_ms for game in running] or [0]
                line = {
                    "minute": minute,
                    "running": len(running),
                    "known": len(follower.games),
                    "settled": len(settled),
                    "ended": sum(game.lifecycle == "ended" for game in follower.games.values()),
                    "streams": len(follower.streams.games),
                    "heard_s": {"median": statistics.median(ages) / 1000, "worst": max(ages) / 1000},
                    "pauses": client.governor.pauses,
                    "backlog": store.health.backlog,
                    "loop_lag_ms": round(await waiting),
                    "cpu": round((time.process_time() - busy_s) / (REPORT_MS / 1000 / speed), 2),
                    "rss_mb": round(rss_mb(), 1),
                }
                print(json.dumps(line), flush=True)
            finding.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("began_s", type=float)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--minutes", type=int, default=10)
    given = parser.parse_args()
    asyncio.run(main(given.url, given.began_s, given.games, given.speed, given.minutes))

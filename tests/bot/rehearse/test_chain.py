"""A rehearsal through the whole chain: simulator, client, follower, show, and a viewer's WebSocket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from aiohttp.test_utils import TestClient, TestServer

from bot.clock import ManualClock
from bot.follower.follower import Follower
from bot.follower.worker import Worker
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.rehearse.examples import examples
from bot.rehearse.rehearsal import Rehearsal
from bot.rehearse.world import rehearsed_lichess
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.state import GameState
from overlay.web.app import create_app
from scoring import Rules
from tests.bot.live import TIMEOUT_S, Background, asked_in_background
from tests.bot.rehearse.pgns import pgn
from tests.bot.shown import Viewer

MINUTE_MS = 60_000


@dataclass
class Stage:
    """A rehearsal before a viewer of what is featured."""

    rehearsal: Rehearsal
    follower: Follower
    viewer: Viewer
    clock: ManualClock

    @property
    def shown(self) -> GameState:
        """What is on air."""
        return self.viewer.states[-1]

    def struck(self, game_id: str) -> bool:
        """Whether an entry of a game is on air."""
        return bool(self.viewer.states and self.shown.id == game_id and self.shown.entries)

    def settled(self, game_id: str) -> bool:
        """Whether the final score of a game is on air."""
        return self.viewer.settled and self.shown.id == game_id

    @property
    def game(self) -> str:
        """The id of the game of the file."""
        return self.rehearsal.games()[0].id

    async def until(self, condition: Callable[[], object], step_ms: int = 0) -> None:
        """Turn the time until something has happened."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():
                await self.clock.advance(step_ms)


@asynccontextmanager
async def on_stage(file: Path, *, ply: int = 0, speed: float = 1.0) -> AsyncIterator[Stage]:
    background = Background()
    clock, hub = ManualClock(settle=background.quiet), Hub()
    show, viewer = Show(hub), Viewer()
    pages: TestClient[Any, Any] = TestClient(TestServer(create_app(hub)))
    async with (
        asked_in_background(background),
        pages,
        rehearsed_lichess(file, clock=clock, ply=ply, speed=speed, seed=1) as (url, rehearsal),
        LichessClient(url, Governor(clock), agent="unruh-tests (contact nobody)") as client,
        Follower(
            client, Rules(), clock, show.update, show.forget, random=Random(1), worker=Worker(background.run)
        ) as follower,
        pages.ws_connect("/ws?topics=featured") as socket,
    ):
        rehearsal.moved = lambda _, new_id: show.pin(new_id)
        tasks = [asyncio.create_task(viewer.read(socket)), asyncio.create_task(rehearsal.run(follower))]
        yield Stage(rehearsal, follower, viewer, clock)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_real_game_is_paused_and_sought_and_an_example_strikes(shared: Path, tmp_path: Path) -> None:
    async with on_stage(shared / "games" / "real" / "games-exportOneGame.pgn", ply=10) as stage:
        await stage.until(lambda: stage.viewer.states and stage.shown.ply == 10)
        stage.rehearsal.pause(True)
        first = stage.shown
        await stage.clock.advance(5 * MINUTE_MS)
        assert (stage.shown.ply, stage.shown.status.lifecycle, stage.shown.status.stale_since_ms) == (10, "live", None)
        assert {state.status.lifecycle for state in stage.viewer.states} <= {"waiting", "live"}

        stage.rehearsal.seek(stage.game, 14)
        await stage.until(lambda: stage.shown.ply == 14)
        assert stage.shown.id == first.id
        plies = [state.ply for state in stage.viewer.states]
        assert plies == sorted(plies)

        stage.rehearsal.seek(stage.game, 10)
        await stage.until(lambda: stage.shown.ply == 10)
        assert stage.shown.id == stage.game != first.id
        assert (stage.shown.fen, stage.shown.score) == (first.fen, first.score)
        assert list(stage.follower.games) == [stage.game]

        stage.rehearsal.fire("queen_trade")
        await stage.until(lambda: stage.shown.entries, step_ms=500)
        assert [(entry.rule, entry.ply) for entry in stage.shown.entries] == [("queen_trade", 6)]
        assert not stage.viewer.states[-2].entries
        assert stage.shown.id == stage.rehearsal.games()[1].id

        stage.rehearsal.seek(stage.game, 10_000)
        await stage.until(lambda: stage.follower.games[stage.game].lifecycle == "settled", step_ms=500)


async def test_every_example_strikes_before_the_viewers_eyes(tmp_path: Path) -> None:
    file = tmp_path / "one.pgn"
    file.write_text(pgn(), encoding="utf-8")
    async with on_stage(file, speed=10) as stage:
        for rule, example in examples().items():
            stage.rehearsal.fire(rule)
            game_id = stage.rehearsal.games()[1].id
            struck = partial(stage.struck if example.strikes else stage.settled, game_id)
            await stage.until(struck, step_ms=1000)
            states = [state for state in stage.viewer.states if state.id == game_id]
            assert next(state.ply for state in states if state.ply >= example.enter_ply) == example.enter_ply
            if example.strikes:
                assert [entry.rule for entry in stage.shown.entries] == [rule]
                assert (stage.shown.status.lifecycle, stage.shown.ply <= example.strikes) == ("live", True)
            else:
                assert not any(state.entries for state in states)

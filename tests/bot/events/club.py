"""A club evening in the simulator: an arena of many players while things go wrong, followed, collected and kept."""

import asyncio
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from unittest import mock

import chess

from bot.book.embedded import embedded_book
from bot.clock import ManualClock
from bot.config import Config
from bot.events.telling import Telling
from bot.follower.follower import Follower
from bot.follower.journal import StoreJournal
from bot.follower.resume import resume
from bot.follower.sources import Sources
from bot.follower.worker import Worker
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.lichess.simulator import Game, Player, Script, Simulator, TimeControl, World, serve, statuses
from bot.lichess.simulator.faults import answers, lines
from bot.lichess.simulator.faults.base import Stop
from bot.lichess.simulator.faults.plan import FaultPlan
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.tournaments import Arena
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.program.live_events import LiveEvents
from bot.sources import sources_of
from bot.store import open_store
from tests.bot.live import Background, asked_in_background

ROOT = Path(__file__).parents[3]
ROUND_MS = 40_000
PATIENCE = 4_000
"""No answer here needs the clock to go on, so a busy machine may take its time."""
OPTIONS = ExportOptions(evals=False, opening=False, literate=True)


def arena_games(clock: ManualClock, random: Random, players: int, rounds: int) -> list[Game]:
    """Round after round, everybody plays somebody; who wins is a matter of chance, and so are the moves."""
    names = [f"Player{number:02}" for number in range(players)]
    start_ms = clock.now_ms() + 10_000
    minutes = (rounds + 1) * ROUND_MS // 60_000 + 1
    control = TimeControl(180, 2)
    arena = Arena("winter01", "Winter", control, start_ms, minutes=minutes)
    games: list[Game] = []
    for number in range(rounds):
        random.shuffle(names)
        for white, black in zip(names[::2], names[1::2], strict=True):
            begins_ms = start_ms + number * ROUND_MS + random.randrange(8_000)
            game_id = f"Game{len(games):04}"
            games.append(_played(random, game_id, white, black, begins_ms, control, arena))
    return games


def _played(
    random: Random, game_id: str, white: str, black: str, begins_ms: int, control: TimeControl, arena: Arena
) -> Game:
    seats = {"white": Player(white, 1500), "black": Player(black, 1500)}
    script = Script(game_id, control=control, created_ms=begins_ms, arena=arena, pace_ms=1_000, **seats)
    for _ in range(random.randint(6, 22)):
        moves = list(script.board.legal_moves)
        if not moves:
            return script.game()
        script.moves(script.board.san(random.choice(moves)))
    match random.randrange(4):
        case 0:
            return script.finish(statuses.DRAW).game()
        case 1 if random.random() < 0.2:
            return script.abort().game()
        case _:
            return script.resign(random.choice(chess.COLORS)).game()


def trouble() -> FaultPlan:
    """Answers that are none, streams that break or lose lines, a question that was one too many."""
    plan = FaultPlan()
    plan.add(lines.StopAt(5, Stop.CUT), route="stream", skip=5, count=20)
    plan.add(lines.StopAt(9), route="stream", skip=30, count=20)
    plan.add(lines.Lose(6, 3), route="stream", skip=60, count=20)
    plan.add(lines.Duplicate(7), route="stream", skip=90, count=20)
    plan.add(answers.SERVER_ERROR, route="export_ids", skip=2, count=3)
    plan.add(answers.HangUp(), route="export_ids", skip=9, count=2)
    plan.add(answers.RATE_LIMIT, route="export_ids", skip=20, count=1)
    plan.add(answers.SERVER_ERROR, route="status", skip=5, count=2)
    plan.add(answers.HangUp(Stop.RESET), route="arena", skip=6, count=2)
    plan.add(answers.BAD_GATEWAY, route="arena_games", count=1)
    return plan


@dataclass
class Evening:
    """The server, its games, and the time."""

    clock: ManualClock
    background: Background
    url: str
    games: list[Game]

    def expected(self, folder: Path) -> dict[str, Fraction]:
        """What `unruh score` says of the complete records, summed up."""
        texts = [export_pgn(game, game.states[-1], OPTIONS, Switches()) for game in self.games]
        (folder / "all.pgn").write_text("\n\n".join(texts), encoding="utf-8")
        command = [sys.executable, "-m", "bot", "score", "--json", "all.pgn"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)})
        totals: defaultdict[str, Fraction] = defaultdict(Fraction)
        for line in done.stdout.splitlines():
            game = json.loads(line)
            for side in ("white", "black") if game["points"] else ():
                totals[game[side]["name"]] += Fraction(game["points"][side]["exact"])
        return totals


@asynccontextmanager
async def evening(players: int, rounds: int, seed: int) -> AsyncIterator[Evening]:
    """Let an arena be played while things go wrong."""
    random, background = Random(seed), Background()
    clock = ManualClock(settle=background.quiet)
    world = World(clock)
    games = arena_games(clock, random, players, rounds)
    for game in games:
        world.add(game)
    with mock.patch("tests.bot.live.PATIENCE", PATIENCE):
        async with serve(Simulator(world, Switches(), trouble())) as url, asked_in_background(background):
            yield Evening(clock, background, url, games)


@asynccontextmanager
async def program(evening: Evening, settings: Config, store_url: str) -> AsyncIterator[tuple[LiveEvents, Follower]]:
    """What the program does with its events, until it is killed: nothing is kept or tidied up at the end."""
    clock, random = evening.clock, Random(1)
    worker = Worker(evening.background.run)
    client = LichessClient(evening.url, Governor(clock), agent="unruh-tests (contact nobody)")
    async with open_store(store_url, clock) as store, client:
        events = LiveEvents(settings, clock, store=store, worker=worker)
        journal = StoreJournal(store, settings.rule_options(), worker)
        collector = events.collector
        follower = Follower(
            client, settings.rule_options(), clock, collector.update, collector.forget, journal=journal,
            random=random, worker=worker, book=embedded_book(),
        )  # fmt: skip
        async with follower:
            await events.recall(follower)
            await resume(follower, store, client.governor)
            follower.leave_alone(await store.over())
            found = sources_of(settings.wanted, Path(), client, clock)
            sources = Sources(found, Telling(follower, collector.told), clock, Random(2))
            tasks = [asyncio.create_task(events.run()), asyncio.create_task(sources.run())]
            try:
                yield events, follower
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

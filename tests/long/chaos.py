"""Many games at once while everything goes wrong; in the end every score must be that of the complete record."""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from bot.book.embedded import embedded_book
from bot.clock import ManualClock
from bot.follower.followed import FollowedGame
from bot.follower.follower import Follower
from bot.follower.sources import Sources
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.lichess.simulator import Game, Kind, Simulator, World, serve
from bot.lichess.simulator.faults.chaos import chaos_plan
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.pgn.talk import with_talk
from bot.score.record import report_on
from bot.sources.own_games import OwnGamesSource
from bot.sources.tv import TvSource
from bot.sources.users import UsersSource
from bot.store import StoredReport
from bot.updates import GameUpdate, Happening, Source
from scoring import BookAnswer, OfferEvent, Rules
from tests.bot.live import Background, asked_in_background

ROOT = Path(__file__).parents[2]
RULES = Rules()
ENOUGH_MS = 4 * 3_600_000
"""No run takes longer, by the simulator's clock."""
NET_MS = 15_000
"""How long after its beginning a game is found by the test itself, if no source has found it."""
OWNER, TOKEN = "Owner", "lip_owner"
OWNED, WATCHED = 20, 60
"""How many of the games are the token owner's, and how many are found by their players."""
ROUTES = ("stream", "own", "event", "by_users", "tv", "export", "export_ids", "status")
OPTIONS = ExportOptions(evals=False, opening=False, literate=True)


@dataclass
class Chaos:
    """What came of a run: things go wrong for `trouble_ms`, and the games begin within the most part of that time."""

    seed: int
    trouble_ms: int = 5 * 60_000
    plan: str = ""
    games: list[Game] = field(default_factory=list)
    reports: dict[str, str] = field(default_factory=dict)
    """The reports that were written down, by game."""
    lifecycles: dict[str, str] = field(default_factory=dict)
    happenings: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)
    requests: int = 0
    simulated_s: float = 0
    took_s: float = 0

    @property
    def spread_ms(self) -> int:
        """Within which time the games begin."""
        return self.trouble_ms * 4 // 5

    @property
    def summary(self) -> str:
        """What was measured, in one line."""
        told = ", ".join(f"{count} {what}" for what, count in sorted(self.happenings.items()))
        faults = self.plan.count("\n") + 1
        run = f"{self.simulated_s:.0f} s simulated in {self.took_s:.1f} s"
        asked = f"{self.requests} requests, {faults} faults planned, {len(self.violations)} limits broken"
        return f"seed {self.seed}: {run}; {asked}; {told}"

    def found(self, game_id: str, at_ms: int, origin: str) -> None:
        """Nothing is noted."""

    def received(self, origin: str, line: bytes) -> None:
        """Nothing is noted."""

    def forgotten(self, game_id: str) -> None:
        """Nothing is noted."""

    async def paced(self, simulated_ms: int) -> None:
        """Nothing is waited for: time goes on as fast as the machine can."""

    def update(self, update: GameUpdate, at_ms: int, book: BookAnswer) -> None:
        """Note the report of a game that was settled."""
        self.happenings[update.happening] += 1
        if update.happening is Happening.SETTLED:
            report = report_on(update.id, update.record, RULES, book)
            assert isinstance(report, StoredReport), report
            assert update.id not in self.reports, f"{update.id} was settled twice"
            self.reports[update.id] = report.report

    def changed(self, game: FollowedGame) -> None:
        """Note how a game stands."""
        self.lifecycles[game.id] = game.lifecycle


async def run_chaos(games: list[Game], seed: int) -> Chaos:
    """Follow games through a plan of faults that the seed decides, until all are over."""
    chaos = Chaos(seed)
    await let_loose(chaos, games)
    return chaos


async def let_loose(chaos: Chaos, games: list[Game]) -> None:
    """Follow games through its plan of faults, until all are over; it is told of everything."""
    random = Random(chaos.seed)
    background = Background()
    clock = ManualClock(settle=background.quiet)
    world = World(clock)
    start_ms = clock.now_ms()
    games = [
        _seated(game.anew(game.id, start_ms + random.randrange(chaos.spread_ms)), number)
        for number, game in enumerate(games)
    ]
    for game in games:
        world.add(game)
    begins = sorted((game.created_ms + NET_MS, game.id) for game in games)
    plan = chaos_plan(random, [game.id for game in games], start_ms, start_ms + chaos.trouble_ms, routes=ROUTES)
    simulator = Simulator(world, Switches(), plan, tokens={TOKEN: OWNER.lower()})
    chaos.plan, chaos.games = plan.describe(start_ms), games
    began_s, book = time.perf_counter(), embedded_book()
    async with (
        serve(simulator) as url,
        asked_in_background(background),
        LichessClient(
            url, Governor(clock), token=TOKEN, agent="unruh-tests (contact nobody)", received=chaos.received
        ) as client,
        Follower(
            client, RULES, clock, chaos.changed, chaos.forgotten, journal=chaos, random=random, book=book
        ) as follower,
    ):
        users = [name for game in games[:WATCHED] for name in (game.white.name, game.black.name)]
        sources: list[Source] = [
            OwnGamesSource(client, clock, random=random),
            UsersSource(users, client, clock, random=random),
            TvSource("best", client, clock, random=random),
        ]
        finding = asyncio.create_task(Sources(sources, follower, clock, random).run())
        while begins or not all(game.over for game in follower.games.values()):
            assert clock.now_ms() - start_ms < ENOUGH_MS, unfinished(chaos)
            while begins and begins[0][0] <= clock.now_ms():
                follower.found(begins.pop(0)[1], "the net")
            await clock.advance(1000)
            await chaos.paced(clock.now_ms() - start_ms)
        finding.cancel()
        await asyncio.gather(finding, return_exceptions=True)
    chaos.violations = simulator.violations
    chaos.requests = len(simulator.requests)
    chaos.simulated_s = (clock.now_ms() - start_ms) / 1000
    chaos.took_s = time.perf_counter() - began_s


def _seated(game: Game, number: int) -> Game:
    """A game with players of its own; some have the token's owner as one of them."""
    white = replace(game.white, name=OWNER if number % 10 == 0 and number < 10 * OWNED else f"White{number:03}")
    return replace(game, white=white, black=replace(game.black, name=f"Black{number:03}"))


def unfinished(chaos: Chaos) -> str:
    """The games that are not over, for a person."""
    return ", ".join(
        f"{game_id} {state}" for game_id, state in chaos.lifecycles.items() if state not in ("settled", "void")
    )


Reports: TypeAlias = dict[str, set[str]]
"""The reports that are right, by game: the server's record of a game tells offers of a draw, but not the answers."""


def reports_of_records(games: list[Game], folder: Path) -> Reports:
    """What `unruh score --json` says of the complete records, and of those of own games with all that was said."""
    records = {game: export_pgn(game, game.states[-1], OPTIONS, Switches()) for game in games}
    told = {game: with_talk(record, said(game)) for game, record in records.items() if game.white.name == OWNER}
    reports: Reports = {game.id: set() for game in games}
    for number, texts in enumerate((records, told)):
        place = folder / str(number)
        place.mkdir()
        for game, text in texts.items():
            (place / f"{game.id}.pgn").write_text(text, encoding="utf-8")
        for line in _scored(place) if texts else ():
            reports[json.loads(line)["file"].removesuffix(".pgn")].add(line)
    return reports


def _scored(folder: Path) -> list[str]:
    command = [sys.executable, "-m", "bot", "score", "--json", *sorted(file.name for file in folder.iterdir())]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def said(game: Game) -> list[OfferEvent]:
    """All that the players said about a draw, with the ply that was on the board."""
    kinds: dict[Kind, Literal["offer", "decline"]] = {Kind.DRAW_OFFER: "offer", Kind.DRAW_DECLINE: "decline"}
    heard = [state.event for state in game.states[1:]]  # None where the server ignored it
    return [
        OfferEvent(state.plies, bool(event.side), kinds[event.kind])
        for event, state in zip(heard, game.states, strict=False)
        if event and event.kind in kinds
    ]


def void_games(expected: Reports) -> set[str]:
    """The games that have no score."""
    return {game_id for game_id, lines in expected.items() if json.loads(min(lines))["result"] == "void"}


def check(chaos: Chaos, expected: Reports) -> None:
    """Nothing is lost, nothing is there twice, every report is that of the record, and no limit was broken."""
    assert chaos.violations == []
    assert {game_id for game_id, state in chaos.lifecycles.items() if state == "void"} == void_games(expected)
    assert differences(expected, chaos.reports) == []


def differences(expected: Reports, reports: dict[str, str]) -> list[str]:
    """Which reports are missing, too many or others, each in a line for people."""
    scored = expected.keys() - void_games(expected)
    told = [f"{game_id}: no report" for game_id in scored - reports.keys()]
    told += [f"{game_id}: a report that nobody expects" for game_id in reports.keys() - scored]
    for game_id in scored & reports.keys():
        if reports[game_id] not in expected[game_id]:
            wanted, got = json.loads(min(expected[game_id])), json.loads(reports[game_id])
            told += [f"{game_id}: {key} is {got[key]}, not {wanted[key]}" for key in wanted if got[key] != wanted[key]]
    return told

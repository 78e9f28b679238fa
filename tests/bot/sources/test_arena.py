"""Finding the games of an arena."""

import json
from dataclasses import dataclass, field
from random import Random

import chess
import pytest
from structlog.testing import capture_logs

from bot.clock import Clock
from bot.lichess.errors import NotFoundError
from bot.lichess.pairings import PLAYERS_MS
from bot.lichess.simulator import Player, Script, Switches, TimeControl, World, faults
from bot.lichess.simulator.tournaments import Arena
from bot.sources.arena import ArenaSource
from tests.bot.live import Live, running
from tests.bot.sources.hearing import Hearing, heard_from, recorded, turn_until

ARENA = "/api/tournament/winter01"
EXPORT = "/api/games/export/_ids"
ANSWERS = {
    ARENA: ["created.json", "started.json", "started.json", "finished.json"],
    f"{ARENA}/results": ["results.ndjson"],
    f"{ARENA}/games": ["games.ndjson"],
    "/api/users/status": ["status.json"],
    EXPORT: ["records.ndjson"],
}


async def test_a_recorded_arena() -> None:
    async with (
        recorded("arena", ANSWERS) as server,
        heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task),
    ):
        await server.clock.advance(50_000)
        assert server.asked == [ARENA]  # not yet begun
        await server.clock.advance(12_000)
        assert hearing.found_ids == ["Arena001", "Arena002"]
        # What a player plays outside is asked about once, and what is no game id not at all.
        assert server.count(EXPORT) == 1
        assert server.bodies[server.asked.index(EXPORT)] == "Arena002,Private1"
        await turn_until(server.clock, task.done)
        task.result()
        assert hearing.found_ids == ["Arena001", "Arena002", "Arena003"]
        assert (server.count(f"{ARENA}/games"), server.count(f"{ARENA}/results")) == (1, 1)
        assert hearing.origins == {"arena winter01"}


async def test_players_who_join_later_are_asked_for_once_a_minute() -> None:
    results = f"{ARENA}/results"
    async with recorded("arena", ANSWERS | {ARENA: ["started.json"]}) as server:
        started = json.loads(server.answers[ARENA][0])
        server.answers[ARENA] = [json.dumps(started | {"nbPlayers": number}).encode() for number in range(1, 100)]
        async with heard_from(ArenaSource("winter01", server.client, server.clock)):
            await server.clock.advance(PLAYERS_MS - 1000)
            assert server.count(results) == 1
            await server.clock.advance(10_000)
            assert server.count(results) == 2


async def test_an_arena_that_is_over_tells_its_games_and_ends() -> None:
    async with (
        recorded("arena", ANSWERS | {ARENA: ["finished.json"]}) as server,
        heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task),
    ):
        await server.clock.advance(1000)
        task.result()
        assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]


async def test_a_list_that_is_not_there_is_asked_for_again() -> None:
    """The last line of the records is cut short, as when a connection breaks."""
    async with recorded("arena", ANSWERS | {ARENA: ["finished.json"]}) as server:
        whole = server.answers[f"{ARENA}/games"][0]
        server.answers[f"{ARENA}/games"] = [whole[:-20], whole]
        with capture_logs() as logs:
            async with heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task):
                await turn_until(server.clock, task.done)
                task.result()
        assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]
        assert [entry["reason"] for entry in logs] == [
            "arena winter01: its games: the answer ended in the middle of a line"
        ]


@pytest.mark.parametrize("path", [ARENA, f"{ARENA}/results", "/api/users/status", EXPORT])
@pytest.mark.parametrize("body", [b"<html>maintenance</html>", b"", b"[1]", b"null", b'{"id":5}\n'])
async def test_answers_that_are_not_the_right_ones_are_survived(path: str, body: bytes) -> None:
    async with recorded("arena", ANSWERS | {ARENA: ["started.json", "finished.json"]}) as server:
        server.answers[path].insert(0, body)
        async with heard_from(ArenaSource("winter01", server.client, server.clock)) as (hearing, task):
            await turn_until(server.clock, task.done)
            task.result()
            assert sorted(hearing.found_ids) == ["Arena001", "Arena002", "Arena003"]


async def test_an_arena_that_does_not_exist() -> None:
    async with recorded("arena", {}) as server:
        async with heard_from(ArenaSource("../x", server.client, server.clock)) as (_, task):
            await server.clock.advance(1000)
            with pytest.raises(NotFoundError, match="does not exist there"):
                task.result()
        assert server.asked == ["/api/tournament/../x"]


BLITZ = TimeControl(180, 0)


def hold_arena(world: World, players: int, minutes: int, random: Random) -> tuple[dict[str, int], set[str]]:
    """An arena with games one after the other: the times when they begin, and which last only for moments."""
    start_ms = world.clock.now_ms() + 30_000
    everybody = tuple(Player(f"Player{number:03}", 1500 + number) for number in range(players))
    arena = Arena("winter01", "Winter", BLITZ, start_ms, players=everybody, minutes=minutes)
    world.add_tournament(arena)
    free_ms = dict.fromkeys(everybody, start_ms)
    begun: dict[str, int] = {}
    moments: set[str] = set()
    while True:
        white, black = random.sample(sorted(free_ms, key=lambda player: free_ms[player])[:6], 2)
        begins_ms = max(free_ms[white], free_ms[black]) + random.randrange(1_000, 10_000)
        if begins_ms >= arena.finishes_ms:
            return begun, moments
        lasts_ms = random.choice((4_000, 40_000, 90_000, 150_000, 200_000))
        script = Script(f"Game{len(begun):04}", control=BLITZ, white=white, black=black, arena=arena, source="arena")
        game = script.moves("e4 e5").wait(lasts_ms - 3_000).resign(chess.WHITE).game()
        world.add(game.anew(game.id, begins_ms))
        begun[game.id] = begins_ms
        free_ms[white] = free_ms[black] = begins_ms + lasts_ms
        if lasts_ms < 10_000:
            moments.add(game.id)


@dataclass
class Timed(Hearing):
    """Notes when games were found."""

    clock: Clock | None = None
    found_ms: dict[str, int] = field(default_factory=dict)

    def found(self, game_id: str, origin: str) -> None:
        assert self.clock
        super().found(game_id, origin)
        self.found_ms[game_id] = self.clock.now_ms()


@pytest.mark.parametrize(("players", "minutes", "late_ms"), [(40, 10, 8_000), (210, 3, 22_000)])
async def test_a_whole_arena(live: Live, players: int, minutes: int, late_ms: int) -> None:
    """All games are found; those that last longer than moments soon after their beginning.

    The list at the end begins with the newest, so that the last ones of all are not much later.
    """
    begun, moments = hold_arena(live.world, players, minutes, Random(players))
    outside = Script("Outside1", control=BLITZ, white=Player("Player000", 1500), black=Player("Guest", 1500))
    live.add(outside.moves("e4 e5").wait(60_000).resign(chess.WHITE).game())
    hearing = Timed(clock=live.clock)
    async with heard_from(ArenaSource("winter01", live.client, live.clock), hearing) as (_, task):
        await live.turn_until(task.done, 5_000)
        task.result()
    assert sorted(hearing.found_ids) == sorted(begun)
    assert all(hearing.found_ms[game_id] - begun[game_id] <= late_ms for game_id in begun if game_id not in moments)
    assert live.simulator.violations == []


async def test_an_older_server_names_the_tournament_in_other_words() -> None:
    async with running(Switches(tour_keys="tournament")) as live:
        begun, moments = hold_arena(live.world, 6, 4, Random(1))
        async with heard_from(ArenaSource("winter01", live.client, live.clock)) as (hearing, _):
            await live.turn_until(lambda: begun.keys() - moments <= set(hearing.found_ids), 5_000)


REFUSALS = [faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.RATE_LIMIT, faults.RATE_LIMIT_HTML, faults.NOT_FOUND]


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_refused_all_games_are_found(live: Live, seed: int) -> None:
    random = Random(seed)
    begun, _moments = hold_arena(live.world, 12, 6, random)
    for route in ("arena", "arena_results", "status", "export_ids", "arena_games"):
        for _ in range(3):
            skip = 0 if route == "arena_games" else random.randrange(1, 5)
            live.simulator.faults.add(random.choice(REFUSALS), route=route, skip=skip, count=2)
        live.simulator.faults.add(faults.StopAt(random.randrange(9), faults.Stop.CUT, "half"), route=route)
    async with heard_from(ArenaSource("winter01", live.client, live.clock)) as (hearing, task):
        await live.turn_until(task.done, 5_000)
        task.result()
    assert sorted(hearing.found_ids) == sorted(begun)
    assert live.simulator.violations == []

"""Steering a rehearsal, without a server: who is told of what, and which games are played."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

import pytest
from structlog.testing import capture_logs

from bot.clock import ManualClock, SteeredClock
from bot.lichess.simulator import Game, World
from bot.rehearse.examples import examples
from bot.rehearse.files import UnplayableError
from bot.rehearse.games import simulated
from bot.rehearse.rehearsal import MAX_TABLES, PAUSE_MS, Rehearsal
from tests.bot.rehearse.pgns import record

HELD = 3


@dataclass
class Audience:
    """Who follows the games."""

    games: list[str] = field(default_factory=list)
    moved: list[tuple[str | None, str]] = field(default_factory=list)

    def found(self, game_id: str, origin: str) -> None:
        assert game_id not in self.games
        self.games.append(game_id)

    def let_go(self, game_id: str) -> None:
        self.games.remove(game_id)

    def note(self, old_id: str | None, new_id: str) -> None:
        """What is moved is followed, and so is what it stands for."""
        assert {new_id, *filter(None, [old_id])} <= set(self.games)
        self.moved.append((old_id, new_id))


@dataclass
class Staged:
    """A rehearsal with its audience, and the time that a test turns."""

    rehearsal: Rehearsal
    audience: Audience
    world: World
    clock: ManualClock

    @property
    def ids(self) -> list[str]:
        return [game.id for game in self.rehearsal.games()]

    @property
    def left_ms(self) -> int:
        """From now to the end of the first game."""
        game = self.world.get(self.ids[0])
        assert game
        return game.created_ms + game.length_ms - self.clock.now_ms()

    @property
    def plies(self) -> list[int]:
        return [game.ply for game in self.rehearsal.games()]


def games(count: int, **tags: str) -> list[Game]:
    return [simulated(record(White=f"Amsel{number}", **tags)) for number in range(count)]


@asynccontextmanager
async def staged(
    played: Iterable[Game | UnplayableError], *, ply: int = 0, speed: float = 1.0
) -> AsyncIterator[Staged]:
    clock, audience = ManualClock(), Audience()
    steered = SteeredClock(clock, speed)
    world = World(steered)
    rehearsal = Rehearsal(world, steered, iter(played), held_plies=HELD, ply=ply, random=Random(1))
    rehearsal.moved = audience.note
    running = asyncio.create_task(rehearsal.run(audience))
    await clock.advance(0)
    yield Staged(rehearsal, audience, world, clock)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_eight_games_are_played_at_once_and_the_others_after_them() -> None:
    async with staged(games(MAX_TABLES + 2)) as show:
        first = show.ids
        assert [game.name for game in show.rehearsal.games()] == [f"Amsel{n} – Birke" for n in range(MAX_TABLES)]
        assert show.audience.games == first
        await show.clock.advance(show.left_ms + PAUSE_MS - 1)
        assert show.ids == first
        await show.clock.advance(1)
        assert [game.name for game in show.rehearsal.games()][:3] == [
            "Amsel8 – Birke",
            "Amsel9 – Birke",
            "Amsel2 – Birke",
        ]
        assert show.ids[2:] == first[2:]
        assert show.audience.games == [*first, *show.ids[:2]]
        await show.clock.advance(10 * PAUSE_MS)
        assert show.plies == [20] * MAX_TABLES


async def test_a_game_without_an_end_makes_room_for_the_next_and_goes() -> None:
    async with staged(games(MAX_TABLES + 1, result="*")) as show:
        first = show.ids
        await show.clock.advance(100_000)
        assert show.ids[1:] == first[1:]
        assert show.audience.games == [*first[1:], show.ids[0]]
        assert show.world.get(first[0]) is None


async def test_what_cannot_be_played_is_left_out_and_said() -> None:
    trouble = UnplayableError("some.pgn, game 2, cannot be played")
    one, two = games(2)
    with capture_logs() as logs:
        async with staged([trouble, one, trouble, two]) as show:
            assert len(show.ids) == 2
    assert [line["reason"] for line in logs] == [str(trouble)] * 2


def test_a_file_without_games_is_refused_without_more_words() -> None:
    clock = SteeredClock(ManualClock())
    with capture_logs() as logs, pytest.raises(UnplayableError, match="first"):
        Rehearsal(World(clock), clock, iter([UnplayableError("first"), UnplayableError("second")]), held_plies=HELD)
    assert logs == []


async def test_time_stands_still_and_goes_on_at_another_speed() -> None:
    async with staged(games(1), ply=5) as show:
        show.rehearsal.pause(True)
        await show.clock.advance(100_000)
        assert (show.plies, show.rehearsal.paused) == ([5], True)
        show.rehearsal.pause(False)
        show.rehearsal.set_speed(10)
        await show.clock.advance(135)
        assert (show.plies, show.rehearsal.paused, show.rehearsal.speed) == ([6], False, 10)
        for speed in (0.05, 101, -1):
            with pytest.raises(ValueError, match=r"between 0\.1 and 100"):
                show.rehearsal.set_speed(speed)
        assert show.rehearsal.speed == 10


@pytest.mark.parametrize("paused", [False, True])
async def test_back_and_forth(paused: bool) -> None:
    async with staged(games(2), ply=5) as show:
        first = show.ids
        show.rehearsal.pause(paused)
        show.rehearsal.seek(first[1], 12)
        assert (show.plies, show.ids, show.audience.moved) == ([5, 12], first, [])
        show.rehearsal.seek(first[1], 8)
        second = show.ids[1]
        assert (show.plies, show.ids[0], second != first[1]) == ([5, 8], first[0], True)
        assert show.audience.moved == [(first[1], second)]
        assert show.audience.games == [first[0], second]
        assert show.world.get(first[1]) is None
        show.rehearsal.seek(first[1], 7)  # somebody was quicker than the news of the new id
        assert show.plies == [5, 7]
        with pytest.raises(ValueError, match="there is no game elsewhere"):
            show.rehearsal.seek("elsewhere", 1)
        assert show.rehearsal.paused == paused


async def test_a_game_that_was_put_back_ends_later() -> None:
    async with staged(games(MAX_TABLES + 1)) as show:
        await show.clock.advance(show.left_ms)
        show.rehearsal.seek(show.ids[0], 0)
        await show.clock.advance(PAUSE_MS)
        assert [game.name for game in show.rehearsal.games()][:2] == ["Amsel0 – Birke", "Amsel8 – Birke"]


async def test_an_example_is_played_beside_the_games_one_at_a_time() -> None:
    async with staged(games(1), speed=10) as show:
        assert show.rehearsal.rules == tuple(examples())
        show.rehearsal.pause(True)
        show.rehearsal.fire("minor_trade")
        (_, first), example = show.ids, examples()["minor_trade"]
        assert not show.rehearsal.paused
        assert show.plies[1] == example.enter_ply
        assert show.audience.moved == [(None, first)]
        beat_ms = 1675
        await show.clock.advance(6 * beat_ms)
        assert example.strikes
        assert example.strikes <= show.plies[1] <= example.strikes + 2
        show.rehearsal.seek(first, 2)
        assert show.plies[1] == 2
        show.rehearsal.fire("transfer")
        assert show.audience.games == show.ids
        assert len(show.ids) == 2
        assert show.plies[1] == examples()["transfer"].enter_ply
        with pytest.raises(ValueError, match="no example of 'chess'; there are pawn_trade, "):
            show.rehearsal.fire("chess")


@pytest.mark.parametrize("steer", [lambda r: r.fire("transfer"), lambda r: r.seek(r.games()[0].id, 1)])
async def test_it_can_be_steered_before_anybody_follows(steer: Callable[[Rehearsal], None]) -> None:
    clock = SteeredClock(ManualClock())
    rehearsal = Rehearsal(World(clock), clock, iter(games(1)), held_plies=HELD, ply=9)
    steer(rehearsal)
    audience = Audience()
    running = asyncio.create_task(rehearsal.run(audience))
    await asyncio.sleep(0)
    assert audience.games == [game.id for game in rehearsal.games()]
    running.cancel()


async def test_whoever_wants_to_know_is_told_of_every_change() -> None:
    async with staged(games(MAX_TABLES + 1)) as show:
        told: list[list[str]] = []
        show.rehearsal.changed = lambda: told.append(show.ids)
        show.rehearsal.pause(True)
        show.rehearsal.set_speed(2)
        show.rehearsal.seek(show.ids[7], 9)
        show.rehearsal.seek(show.ids[7], 8)
        assert (len(told), told[-1]) == (4, show.ids)
        show.rehearsal.fire("transfer")
        assert told[-1] == show.ids
        before = len(told)
        await show.clock.advance(show.left_ms + PAUSE_MS)
        assert told[before:] == [show.ids]

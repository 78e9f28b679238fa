"""A game is put to any of its plies."""

from collections.abc import Callable

import pytest

from bot.clock import ManualClock
from bot.lichess.simulator import World
from bot.rehearse.games import simulated
from bot.rehearse.table import Table
from tests.bot.rehearse.pgns import record

HELD = 3
PLIES = 20


def ids() -> Callable[[], str]:
    numbers = iter(range(1000))
    return lambda: f"game{next(numbers):04}"


def table(world: World, ply: int = 0, held: int = HELD, **tags: str) -> Table:
    return Table(world, simulated(record(**tags)), ids(), held, ply)


def played(world: World, table: Table) -> int:
    game = world.get(table.id)
    assert game
    return game.state_at(world.clock.now_ms()).plies


@pytest.fixture
def world() -> World:
    return World(ManualClock())


@pytest.mark.parametrize(("ply", "shown"), [(0, 0), (-5, 0), (1, 1), (17, 17), (18, 20), (20, 20), (99, 20)])
@pytest.mark.parametrize("sought", [False, True])
def test_what_is_shown_of_a_game_that_spectators_see_three_plies_late(
    world: World, ply: int, shown: int, sought: bool
) -> None:
    if sought:
        one = table(world, 10)
        one.seek(ply)
    else:
        one = table(world, ply)
    assert one.ply == shown
    assert one.over == (shown == PLIES)
    assert played(world, one) == min(PLIES, shown + HELD)
    assert one.length == PLIES


@pytest.mark.parametrize("ply", range(PLIES + 1))
def test_every_ply_can_be_shown_of_a_game_that_is_shown_at_once(world: World, ply: int) -> None:
    assert table(world, ply, held=0).ply == ply
    assert table(world, ply, TimeControl="-").ply == ply


def test_forwards_it_is_the_same_game_and_backwards_another_one(world: World) -> None:
    one = table(world, 5)
    first = one.id
    assert one.seek(8) is None
    assert one.seek(8) is None
    assert (one.id, one.ply) == (first, 8)
    assert one.seek(7) == first
    assert (one.id != first, one.ply) == (True, 7)
    assert world.get(first) is not None
    assert one.has_id(first)
    assert one.has_id(one.id)
    assert not one.has_id("elsewhere")


async def test_it_goes_on_from_there(world: World) -> None:
    one, clock = table(world, 5), world.clock
    assert isinstance(clock, ManualClock)
    one.seek(3)
    await clock.advance(1350)
    assert one.ply == 4
    await clock.advance(100_000)
    assert (one.ply, one.over) == (PLIES, True)
    one.seek(PLIES - 5)
    assert (one.ply, one.over) == (PLIES - 5, False)


def test_a_game_without_an_end_stands_where_its_record_does(world: World) -> None:
    one = table(world, PLIES, result="*")
    assert (one.ply, one.over, played(world, one)) == (PLIES - HELD, False, PLIES)


def test_very_short_games(world: World) -> None:
    short = Table(world, simulated(record("1. e4 e5")), ids(), HELD)
    assert (short.ply, short.over) == (0, False)
    short.seek(1)
    assert (short.ply, short.over) == (2, True)


def test_names(world: World) -> None:
    assert table(world).name == "Amsel – Birke"
    assert table(world, Black="?").name == "Amsel – ?"

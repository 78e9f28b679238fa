"""A program that is killed while it corrects: every correction that was confirmed is there, and no half one."""

import subprocess
import sys
from pathlib import Path

from bot.events.arbiter import applied, folded
from bot.events.keeping import Keeper
from tests.bot.store.conftest import Place
from tests.bot.store.test_events import fill

ROOT = Path(__file__).parents[3]
ARBITER = """
import asyncio, itertools, sys
from fractions import Fraction
from bot.clock import RealClock
from bot.events.arbiter import PlaceGame, SetPoints
from bot.events.keeping import Keeper
from bot.store import open_store
from tests.bot.events.arbiter.samples import add

async def main():
    async with open_store(sys.argv[1], RealClock()) as store:
        keeper = Keeper(store)
        facts, corrections = await keeper.facts("club"), await keeper.corrections("club")
        for share in itertools.count(1):
            points = Fraction(1, share), Fraction(0)
            for act in (SetPoints("drawn001", *points), SetPoints("won00001", *points), PlaceGame("won00001", share)):
                corrections = add(corrections, act, facts)
                await keeper.keep_correction(corrections[-1])
                print(corrections[-1].number, flush=True)

asyncio.run(main())
"""


def correct_and_die(place: Place, many: int) -> int:
    """Correct in a program that is killed in the midst of it; returns the last number that it confirmed."""
    with subprocess.Popen([sys.executable, "-c", ARBITER, place.url], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        confirmed = [process.stdout.readline() for _ in range(many)]
        process.kill()
        confirmed += process.stdout.read().splitlines()
    return int(confirmed[-1])


async def test_what_was_confirmed_is_there_after_a_kill(file_place: Place) -> None:
    await fill(file_place, acts=[])
    kept = 0
    for many in (7, 18):
        confirmed = correct_and_die(file_place, many)
        async with file_place.open() as store:
            keeper = Keeper(store)
            facts, corrections = await keeper.facts("club"), await keeper.corrections("club")
            data = await keeper.backup("club")
        assert [correction.number for correction in corrections] == [*range(1, len(corrections) + 1)]
        assert len(corrections) - confirmed in (0, 1)
        assert len(corrections) >= kept + many
        assert folded(facts, corrections).idle == {}
        kept = len(corrections)
        async with Place(str(Path(file_place.url).with_name(f"restored{many}.sqlite"))).open() as store:
            keeper = Keeper(store)
            await keeper.restore(data)
            assert applied(await keeper.facts("club"), await keeper.corrections("club")) == applied(facts, corrections)

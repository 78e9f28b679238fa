"""An arbiter while the program runs: what is corrected counts at once, again after a start, and is never a fact."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.clock import ManualClock
from bot.config import parse_config
from bot.events.arbiter import Act, ArbiterError, Exclude, MergeNames, PlaceGame, SetPoints, SetResult, Undo
from bot.events.collector import Collector
from bot.events.keeping import Attributed, Keeper
from bot.follower.follower import Follower
from bot.lichess.client import LichessClient
from bot.lichess.governor import Governor
from bot.program.arbiter import NO_STORE, LiveArbiter
from bot.program.live_events import LiveEvents
from bot.program.rulings import LATELY_MS, Rulings
from bot.store import open_store
from overlay.access.tokens import Role
from overlay.arbiter.live import Asked, NotCorrected
from scoring import Rules
from tests.bot.events.arbiter.samples import RULES, fact, record, stored
from tests.overlay.arbited import Arbited, Memory, arbited

F = Fraction
CONFIG = """
[[events]]
id = "club"
name = "Club"
kind = "swiss"
players = ["Amsel", "Drossel", "Fink", "Star"]
"""


async def make(at: Arbited, *acts: Act) -> None:
    for act in acts:
        last = len(at.memory.kept)
        await at.rulings.correct(at.memory, "club", act, who="Anna", why="a test", expected_number=last)


def points(at: Arbited) -> dict[str, Any]:
    return {game.id: game.points for game in at.rulings.event("club").games}


def unfit(at: Arbited) -> list[str]:
    return [game.game.id for game in at.collector.unplaced("club")]


async def test_a_correction_counts_at_once_again_after_a_start_and_is_no_fact() -> None:
    at = arbited()
    facts = at.collector.event("club")
    await make(at, SetPoints("won00001", F(1, 3), F(1, 4)), SetResult("flag0001", "draw", "draw"))
    assert points(at)["won00001"] == (F(1, 3), F(1, 4))
    assert at.collector.event("club") == facts
    again = arbited(at.memory)
    await again.rulings.read(again.memory)
    assert again.rulings.event("club") == at.rulings.event("club") != facts


async def test_for_two_minutes_it_is_news() -> None:
    at = arbited()
    await make(at, PlaceGame("renamed1"), MergeNames("amsel2000", "Amsel"))
    amsels = {game.id for game in at.rulings.event("club").games if "Amsel" in (game.white, game.black)}
    assert at.rulings.lately("club") == amsels >= {"won00001", "renamed1"}
    await at.clock.advance(LATELY_MS)
    assert at.rulings.lately("club") == frozenset()
    await make(at, Exclude("drawn001"))
    assert at.rulings.lately("club") == {"drawn001"}


async def test_a_game_that_fits_nowhere_counts_when_it_is_placed_and_no_longer_when_that_is_undone() -> None:
    at = arbited()
    assert unfit(at) == ["renamed1"]
    await make(at, PlaceGame("renamed1", 3, 1))
    placed = at.rulings.event("club").games[-1]
    assert (placed.id, placed.round, placed.board, placed.counts, unfit(at)) == ("renamed1", 3, 1, True, [])
    await make(at, Exclude("renamed1"))
    with pytest.raises(ArbiterError, match="correction 2 would have nothing to act on then"):
        await make(at, Undo(1))
    await make(at, Undo(2), Undo(1))
    assert unfit(at) == ["renamed1"]


async def test_a_merged_name_lets_a_game_fit() -> None:
    at = arbited()
    await make(at, MergeNames("amsel2000", "Amsel"))
    game = at.rulings.event("club").games[-1]
    assert (game.id, game.white, game.corrected, unfit(at)) == ("renamed1", "Amsel", True, [])
    assert at.collector.event("club").games[-1].white == "amsel2000"


async def test_a_game_that_ended_without_a_result_can_be_decided() -> None:
    clock = ManualClock()
    collector = Collector(parse_config(CONFIG).events, RULES, clock)
    collector.recall("club", fact("none0001", record("Amsel", "Fink", "*")), 1)
    game = collector.event("club").games[0]
    assert (game.outcome, bool(game.record)) == (None, True)
    rulings = Rulings(collector, clock)
    act = SetResult("none0001", "white_wins", "resignation")
    await rulings.correct(Memory(), "club", act, who="Anna", why="he resigned", expected_number=0)
    assert rulings.event("club").games[0].counts


ROLES: list[tuple[Role, str]] = [("viewer", "role"), ("operator", "role"), ("arbiter", ""), ("admin", "")]


@pytest.mark.parametrize(("role", "cause"), ROLES)
async def test_only_arbiters_may(role: Role, cause: str) -> None:
    at = arbited()
    for act in (Exclude("won00001"), PlaceGame("won00001", 1), MergeNames("Amsel", "Meise")):
        asked = Asked(msgspec.Raw(msgspec.json.encode(act)), "a test", len(at.memory.kept))
        try:
            await at.arbiter.correct("club", asked, who="Anna", role=role)
            told = ""
        except NotCorrected as refused:
            told = refused.cause
        assert told == cause


async def test_without_a_store_nothing_is_corrected() -> None:
    at = arbited()
    arbiter = LiveArbiter(at.collector, at.rulings, None)
    asked = Asked(msgspec.Raw(msgspec.json.encode(Exclude("won00001"))), "a test")
    assert (await arbiter.attempt("club", asked, who="Anna", role="admin")).shifts
    with pytest.raises(NotCorrected, match=NO_STORE):
        await arbiter.correct("club", asked, who="Anna", role="admin")


async def test_what_was_corrected_holds_after_a_start(tmp_path: Path) -> None:
    clock, settings = ManualClock(), parse_config(CONFIG)
    async with open_store(str(tmp_path / "unruh.sqlite"), clock) as store:
        store.report("won00001", 1, stored("won00001", record("Amsel", "Drossel", "1-0")))
    async with open_store(str(tmp_path / "unruh.sqlite"), clock) as store:
        keeper, client = Keeper(store), LichessClient("http://127.0.0.1:1", Governor(clock), agent="unruh-tests")
        follower = Follower(client, Rules(), clock, lambda _: None, lambda _: None)
        await keeper.keep_setup(LiveEvents(settings, clock).collector.setups["club"], 1)
        await keeper.keep_games("club", [Attributed("won00001", 1, 1, 1, None, "Amsel", "Drossel")])
        before = LiveEvents(settings, clock, store=store)
        await before.recall(follower)
        fact_kept = await keeper.facts("club")
        act = SetPoints("won00001", F(1, 3), F(1, 4))
        assert before.keeper
        await before.rulings.correct(before.keeper, "club", act, who="Anna", why="a test", expected_number=0)
        await before.keep()
        after = LiveEvents(settings, clock, store=store)
        await after.recall(follower)
        assert after.event("club") == before.event("club")
        assert after.event("club").games[0].points == (F(1, 3), F(1, 4))
        assert await keeper.facts("club") == fact_kept

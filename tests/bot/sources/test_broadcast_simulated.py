"""Broadcasts of the simulator: boards that shrink, diverge, vanish and lack clocks, with faults in between."""

import asyncio

import pytest

from bot.lichess.broadcast import BroadcastKind
from bot.lichess.errors import TokenError
from bot.lichess.simulator import Switches, faults
from bot.lichess.simulator.broadcasts import Chapter, Group, Round, Tour
from bot.lichess.simulator.chapter_script import ChapterScript
from bot.lichess.simulator.faults import Fault
from bot.sources.broadcast import BroadcastSource
from tests.bot.live import Live, running
from tests.bot.sources.notes import Notes, san

TOKENS = {"lip_right": "amsel"}
SCRIPTS = {
    "shrinks0": ChapterScript("shrinks0").moves("e4 e5 Nf3 Nc6").delete(2).moves("Bc4").tag("Result", "1-0"),
    "diverges": ChapterScript("diverges").moves("d4 d5 c4").correct(2, "Nf6").moves("c4 e6").tag("Result", "1/2-1/2"),
    "mistakes": ChapterScript("mistakes").moves("e4 e5").tag("Result", "0-1").tag("Result", "*").moves("d4"),
    "restarts": ChapterScript("restarts").moves("e4 c5").reset().moves("c4"),
    "vanishes": ChapterScript("vanishes").moves("b3 e5").remove(),
    "lateborn": ChapterScript("lateborn", added_ms=4_000).moves("f4"),
    "noclocks": ChapterScript("noclocks").moves("e4 e5 Nf3", clocks=(5_400, None, 5_390)),
}
ENDS = {
    "shrinks0": ("settled", "e4 e5 Bc4"),
    "diverges": ("settled", "d4 Nf6 c4 e6"),
    "mistakes": ("live", "e4 e5 d4"),
    "restarts": ("live", "c4"),
    "vanishes": ("live", "b3 e5"),
    "lateborn": ("live", "f4"),
    "noclocks": ("live", "e4 e5 Nf3"),
}


def tour(now_ms: int, *chapters: Chapter) -> Tour:
    return Tour("tour0001", "Open", (Round("round001", "Round 1", now_ms + 10_000, chapters),), now_ms)


def begin(live: Live, kind: BroadcastKind, broadcast_id: str) -> Notes:
    """Add the broadcast, and follow it from now on."""
    live.world.add_broadcast(tour(live.clock.now_ms(), *(script.chapter() for script in SCRIPTS.values())))
    live.world.add_broadcast_group(Group("group001", "Opens", ("tour0001",)))
    notes = Notes()
    source = BroadcastSource(kind, broadcast_id, live.client, live.clock)
    live.tasks.append(asyncio.create_task(source.run(notes)))
    return notes


def ends(notes: Notes) -> dict[str, tuple[str, str]]:
    return {name: (str(game.lifecycle), san(game.game.moves)) for name, game in notes.games.items()}


async def test_a_round_from_before_its_begin() -> None:
    async with running(tokens=TOKENS, token="lip_right") as live:
        notes = begin(live, "round", "round001")
        await live.turn(9_000)
        assert notes.updates == []
        await live.turn_until(lambda: ends(notes) == ENDS)
        assert notes.happenings("mistakes").count("reopened") == 1
        assert notes.happenings("shrinks0") == ["described", *["moved"] * (len(notes.told("shrinks0")) - 2), "settled"]
        clocks = notes.games["noclocks"].clocks
        assert (clocks.white_ms, clocks.black_ms) == (5_390_000, None)
        told = len(notes.updates)
        for _ in range(60):
            await live.turn(60_000)
        assert len(notes.updates) == told
        assert live.simulator.violations == []


async def test_a_corrected_clock_is_found_by_comparing() -> None:
    async with running(tokens=TOKENS, token="lip_right") as live:
        notes = begin(live, "round", "round001")
        await live.turn_until(lambda: ends(notes) == ENDS)
        corrected = ChapterScript("noclocks").moves("e4 e5 Nf3", clocks=(5_400, 5_300)).chapter()
        first = live.world.broadcasts["tour0001"].rounds[0]
        live.world.add_broadcast(Tour("tour0001", "Open", (first.with_chapter(corrected),), live.clock.now_ms()))
        await live.turn_until(lambda: notes.games["noclocks"].clocks.black_ms == 5_300_000, 30_000)
        assert live.simulator.violations == []


@pytest.mark.parametrize(("kind", "name"), [("tour", "tour0001"), ("group", "group001")])
async def test_tournaments_and_groups(kind: BroadcastKind, name: str) -> None:
    async with running(tokens=TOKENS, token="lip_right") as live:
        notes = begin(live, kind, name)
        # The stream may know only the rounds that went on when it was opened.
        await live.turn_until(lambda: ends(notes).keys() >= ENDS.keys() - {"vanishes"}, 30_000)
        assert {game: end for game, end in ENDS.items() if game != "vanishes"} == ends(notes)
        assert live.simulator.violations == []


@pytest.mark.parametrize("token", [None, "lip_wrong"])
async def test_a_token_is_wanted(token: str | None) -> None:
    async with running(tokens=TOKENS, token=token) as live:
        begin(live, "round", "round001")
        await live.turn_until(live.tasks[0].done)
        with pytest.raises(TokenError, match="study:read"):
            live.tasks[0].result()


async def test_without_a_token_where_that_is_allowed() -> None:
    async with running(Switches(auth_broadcast="limited"), tokens=TOKENS) as live:
        notes = begin(live, "round", "round001")
        await live.turn_until(lambda: ends(notes) == ENDS)
        assert live.simulator.violations == []


FAULTS: dict[str, Fault] = {
    "503": faults.UNAVAILABLE,
    "429": faults.RATE_LIMIT_HTML,
    "empty": faults.EMPTY_AT_200,
    "web page": faults.HTML_AT_200,
    "bytes": faults.ByteByByte(),
    "one chunk": faults.OneChunk(),
    "pieces": faults.RandomPieces(1),
    "gzip": faults.Gzip(),
    "twice": faults.Duplicate(2),
    "slow": faults.SlowOpen(),
    "hang up": faults.HangUp(),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("skip", [0, 1])
async def test_faults_change_nothing_in_the_end(name: str, skip: int) -> None:
    async with running(tokens=TOKENS, token="lip_right") as live:
        live.simulator.faults.add(FAULTS[name], route="broadcast_stream", skip=skip, count=3)
        if skip:
            live.simulator.faults.add(faults.StopAt(5), route="broadcast_stream", count=1)
        notes = begin(live, "round", "round001")
        await live.turn_until(lambda: {**ends(notes), "vanishes": ENDS["vanishes"]} == ENDS, 2_000)
        assert live.simulator.violations == []

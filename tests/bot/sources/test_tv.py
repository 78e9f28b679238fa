"""A TV channel followed over HTTP: from mid-game, through lost lines, takebacks and broken connections."""

from typing import Any

import chess
import pytest
from structlog.testing import capture_logs

from bot.lichess.errors import NotFoundError, TokenError
from bot.lichess.limits import TV_SILENCE_MS
from bot.lichess.simulator import Game, Player, Script, Switches, TimeControl, faults
from bot.lichess.simulator.faults import Fault
from bot.sources.tv import TvSource
from bot.updates import Clocks, Happening
from bot.updates import Player as PlayerInfo
from tests.bot.live import Live, running
from tests.bot.sources.hearing import RANDOM, heard_from, recorded

BLITZ = TimeControl(180, 2)
OPENING = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O c3 d6 Re1 a6 Bb3 Ba7 h3 h6"
H = Happening


def source_of(live: Live, channel: str = "best") -> TvSource:
    return TvSource(channel, live.client, live.clock, random=RANDOM)


def script(game_id: str = "OnShow01", rating: int = 2400, pace_ms: int = 1000, **fields: Any) -> Script:
    white, black = Player("Amsel", rating, title="FM"), Player("Birke", rating - 50)
    return Script(game_id, control=BLITZ, pace_ms=pace_ms, white=white, black=black, **fields)


def moves(sans: str, plies: int) -> str:
    return " ".join(sans.split()[:plies])


async def under_way(live: Live, game: Game, plies: int) -> Game:
    """Add a game and let it go on so far."""
    game = live.add(game)
    await live.turn(plies * 1000 + 500)
    return game


async def test_the_recorded_feed() -> None:
    answers = {"/api/tv/feed": ["best.ndjson"], "/api/tv/best": ["games-first.ndjson", "games-second.ndjson"]}
    async with recorded("tv", answers) as server:
        source = TvSource("best", server.client, server.clock, random=RANDOM)
        async with heard_from(source) as (hearing, _):
            await server.clock.advance(1000)
            assert hearing.moves("OnShow01") == "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O Nc3 d6"
            assert hearing.happenings("OnShow01") == [H.DESCRIBED] + [H.MOVED] * 8
            assert hearing.moves("OnShow02") == "d4 d5 c4 e6 Nc3 Nf6"
            assert (hearing.released_ids, hearing.suspected_ids) == (["OnShow01"], ["OnShow01"] * 2)
            assert hearing.found_ids == []
            first, last = hearing.updates[0], hearing.updates[-1]
            assert (first.info.white, first.info.black) == (
                PlayerInfo("Amsel", "FM", 2400),
                PlayerInfo("Birke", None, 2400),
            )
            assert (last.info.white, last.info.black) == (PlayerInfo(rating=1500), PlayerInfo(ai_level=5))
            assert first.clocks == Clocks(171_000, 170_500)
            assert last.clocks == Clocks(58_000, 57_000)
            assert (hearing.transports, hearing.origins) == ({"tv"}, {"tv best"})


async def test_a_game_is_followed_from_its_middle_without_delay(live: Live) -> None:
    game = await under_way(live, script().moves(OPENING).resign(chess.BLACK).game(), 6)
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn()
        assert hearing.moves(game.id) == moves(OPENING, 6)
        for ply in range(7, 19):
            await live.turn(1000)
            assert hearing.moves(game.id) == moves(OPENING, ply)
        assert hearing.happenings(game.id) == [H.DESCRIBED] + [H.MOVED] * 12
        assert {update.plies_behind for update in hearing.updates} == {0}
        live.add(script("OnShow02").moves("d4 d5").game())
        await live.turn(1500)
        assert (hearing.released_ids, hearing.suspected_ids) == ([game.id], [game.id])
        assert hearing.moves("OnShow02") == "d4"
    assert live.simulator.violations == []


async def test_the_end_that_some_feeds_tell_is_asked_for() -> None:
    async with running(Switches(tv_end=True)) as live:
        await under_way(live, script().moves("e4 e5").resign(chess.BLACK).game(), 1)
        async with heard_from(source_of(live)) as (hearing, _):
            await live.turn(5000)
            assert hearing.suspected_ids == ["OnShow01"]
            assert hearing.released_ids == []


async def test_a_higher_rated_game_takes_over_and_the_first_goes_on_unseen(live: Live) -> None:
    await under_way(live, script().moves(OPENING).game(), 3)
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn()
        live.add(script("OnShow02", rating=2700).moves(OPENING).game())
        await live.turn(1200)
        assert hearing.released_ids == hearing.suspected_ids == ["OnShow01"]
        assert hearing.moves("OnShow02") == "e4"


async def test_a_takeback_is_seen_with_the_next_move(live: Live) -> None:
    game = script().moves("e4 e5 Nf3 Nc6").takeback(2).moves("Nc3 Nf6").game()
    await under_way(live, game, 2)
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn(2000)
        assert hearing.moves("OnShow01") == "e4 e5 Nf3 Nc6"
        await live.turn(4000)
        assert hearing.moves("OnShow01") == "e4 e5 Nc3 Nf6"


@pytest.mark.parametrize("count", [1, 2, 3, 5])
async def test_lost_lines_are_bridged_or_fetched(live: Live, count: int) -> None:
    await under_way(live, script().moves(OPENING).game(), 4)
    live.simulator.faults.add(faults.Lose(2, count), route="tv")
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn(14_000)
        assert hearing.moves("OnShow01") == moves(OPENING, 18)
        assert hearing.released_ids == hearing.found_ids == []
    asked = [request.kind for request in live.simulator.requests]
    assert asked.count("tv_games") == (1 if count < 3 else 2)


@pytest.mark.parametrize(
    "fault",
    [
        faults.StopAt(3),
        faults.StopAt(3, faults.Stop.CUT, "half"),
        faults.StopAt(3, faults.Stop.RESET),
        faults.StopAt(3, faults.Stop.SILENCE),
        faults.ByteByByte(),
        faults.OneChunk(),
        faults.Duplicate(2),
        faults.ExtraKeys(),
        faults.UnknownLine(2),
        faults.UnknownLine(2, b"\xff{not json\n"),
    ],
)
async def test_a_spoilt_feed(live: Live, fault: Fault) -> None:
    long = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 3 + ["e4 e5 d3"])
    game = script(pace_ms=12_000).moves(long).game()
    live.add(game)
    await live.turn(13_000)
    live.simulator.faults.add(fault, route="tv")
    async with heard_from(source_of(live)) as (hearing, _):
        for _ in range(11):
            await live.turn(20_000)
        assert hearing.moves("OnShow01") == long
        assert hearing.released_ids == hearing.found_ids == []
        assert hearing.games["OnShow01"].lifecycle == "live"
    assert live.simulator.violations == []


@pytest.mark.parametrize(
    "fault", [faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.RATE_LIMIT, faults.RATE_LIMIT_HTML, faults.NOT_FOUND]
)
async def test_a_feed_that_does_not_come_back_lets_the_game_go(live: Live, fault: Fault) -> None:
    await under_way(live, script(pace_ms=30_000).moves(OPENING).game(), 61)
    live.simulator.faults.add(faults.StopAt(2), route="tv")
    live.simulator.faults.add(fault, route="tv", skip=1, count=3)
    async with heard_from(source_of(live)) as (hearing, task):
        await live.turn_until(lambda: hearing.released_ids, 500)
        assert hearing.happenings("OnShow01")[-1] is H.LOST
        assert hearing.suspected_ids == ["OnShow01"] * 2
        await live.turn_until(lambda: hearing.games["OnShow01"].lifecycle == "live", 5000)
        assert not task.done()


async def test_a_silent_feed_is_opened_again_and_compared(live: Live) -> None:
    await under_way(live, script().moves("e4 e5 Nf3").wait(400_000).moves("Nc6").game(), 3)
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn(TV_SILENCE_MS - 5000)
        assert [request.kind for request in live.simulator.requests].count("tv") == 1
        await live.turn(10_000)
        assert [request.kind for request in live.simulator.requests].count("tv") == 2
        assert hearing.happenings("OnShow01") == [H.DESCRIBED, H.LOST, H.DESCRIBED]
        await live.turn(400_000)
        assert hearing.moves("OnShow01") == "e4 e5 Nf3 Nc6"


@pytest.mark.parametrize("fault", [faults.SERVER_ERROR, faults.NOT_FOUND, faults.RATE_LIMIT])
async def test_without_the_channels_games_the_late_record_is_bridged(live: Live, fault: Fault) -> None:
    sans = "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3"
    await under_way(live, script().moves(sans).wait(200_000).moves("Bg4 h3").game(), 9)
    live.simulator.faults.add(fault, route="tv_games", count=None)
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn_until(lambda: hearing.updates, 10_000)
        assert hearing.moves("OnShow01") == sans
        await live.turn_until(lambda: hearing.moves("OnShow01").startswith(f"{sans} Bg4"), 10_000)
    assert live.simulator.violations == []


async def test_what_cannot_be_told_for_sure_is_left_to_others(live: Live) -> None:
    """The record stops before the last three plies, of which the first and the third may have changed places."""
    await under_way(live, script().moves("e4 e5 Nf3 Nc6 d3 d6 Be2 Be7 Nc3").wait(100_000).moves("Nf6").game(), 9)
    live.simulator.faults.add(faults.SERVER_ERROR, route="tv_games", count=None)
    async with heard_from(source_of(live)) as (hearing, _):
        await live.turn(200_000)
        assert (hearing.found_ids[:1], hearing.updates, hearing.released_ids) == (["OnShow01"], [], [])


async def test_a_variant_is_not_scored(live: Live) -> None:
    await under_way(live, script(variant="atomic").moves("e4 e5 Nf3").game(), 2)
    async with heard_from(source_of(live, "atomic")) as (hearing, _):
        await live.turn(3000)
        assert hearing.happenings("OnShow01") == [H.VARIANT]
        assert hearing.updates[0].reason == "the variant atomic is not scored"
        assert hearing.origins == {"tv atomic"}


async def test_a_channel_that_does_not_exist(live: Live) -> None:
    async with heard_from(source_of(live, "../nonsense")) as (_, task):
        await live.turn_until(task.done)
        with pytest.raises(NotFoundError, match="nonsense does not exist there"):
            task.result()


async def test_a_refused_token_ends_it() -> None:
    async with (
        running(tokens={"lip_right": "amsel"}, token="lip_wrong") as live,
        heard_from(source_of(live)) as (_, task),
    ):
        await live.turn_until(task.done)
        with pytest.raises(TokenError, match="tv best: the server refuses the token"):
            task.result()


async def test_lines_are_not_logged_as_trouble(live: Live) -> None:
    await under_way(live, script().moves(OPENING).game(), 3)
    with capture_logs() as logs:
        async with heard_from(source_of(live)):
            await live.turn(10_000)
    assert logs == []

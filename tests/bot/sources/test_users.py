"""Finding the games of named users, by question and by stream."""

import itertools
from pathlib import Path

import chess
import msgspec
import pytest
from structlog.testing import capture_logs

from bot.lichess.errors import NotFoundError, TokenError
from bot.lichess.games_stream import PATH
from bot.lichess.limits import MOVES_SILENCE_MS, STATUS_MS
from bot.lichess.playing import POLL_MS
from bot.lichess.simulator import Player, Script, TimeControl, faults
from bot.lichess.simulator.faults import Fault
from bot.lichess.wire import UserStatus
from bot.sources.users import UsersSource
from tests.bot.live import Live, running
from tests.bot.sources.hearing import RANDOM, heard_from, recorded, turn_until

RECORDED = Path(__file__).parents[2] / "streams" / "users" / "status.json"
STATUS = "/api/users/status"
BLITZ = TimeControl(180, 2)


def source_of(live: Live, *users: str) -> UsersSource:
    return UsersSource(users, live.client, live.clock, random=RANDOM)


def script(game_id: str, white: str = "Amsel", black: str = "Birke") -> Script:
    return Script(game_id, control=BLITZ, white=Player(white, 1700), black=Player(black, 1650)).moves("e4 e5 Nf3")


def asked_ms(live: Live, kind: str) -> list[int]:
    return [request.at_ms for request in live.simulator.requests if request.kind == kind]


def test_a_recorded_answer() -> None:
    answer = msgspec.json.decode(RECORDED.read_bytes(), type=list[UserStatus])
    assert [status.playing_id for status in answer] == ["Mate0001", "Mate0001", None, "Take0001"]


def test_names() -> None:
    client = clock = None
    assert UsersSource(["Amsel"], client, clock).name == "user Amsel"  # type: ignore[arg-type]
    assert UsersSource(["Amsel", "Birke"], client, clock).name == "2 users"  # type: ignore[arg-type]


async def test_recorded_answers_and_the_recorded_stream() -> None:
    async with recorded("users", {STATUS: ["status.json"], PATH: ["games.ndjson"]}) as server:
        source = UsersSource(["AMSEL", "birke", "Cedar", "drossel", "amsel"], server.client, server.clock)
        async with heard_from(source) as (hearing, _):
            await server.clock.advance(1000)
            asked = {"Mate0001", "Take0001"}
            assert asked < set(hearing.found_ids) == asked | {"Club0001", "Club0002", "Club0003", "Club0004"}
            assert hearing.suspected_ids == ["Club0001", "Club0002", "Club0004", "Club0003"]
            assert hearing.origins == {"4 users"}
            assert server.bodies[server.asked.index(PATH)] == "amsel,birke,cedar,drossel"


async def test_the_stream_is_given_up_only_after_two_keepalives() -> None:
    async with (
        recorded("users", {STATUS: ["status.json"], PATH: ["games.ndjson"]}) as server,
        heard_from(UsersSource(["a1", "b2"], server.client, server.clock, random=RANDOM)),
    ):
        await server.clock.advance(MOVES_SILENCE_MS - 1000)
        assert server.count(PATH) == 1
        await server.clock.advance(5000)
        assert server.count(PATH) == 2


async def test_a_server_without_the_stream_is_asked_all_the_same() -> None:
    async with recorded("users", {STATUS: ["status.json"]}) as server:
        with capture_logs() as logs:
            async with heard_from(UsersSource(["a1", "b2"], server.client, server.clock)) as (hearing, task):
                await server.clock.advance(60_000)
                assert not task.done()
        assert server.count(PATH) == 1
        assert server.count(STATUS) == 9
        assert set(hearing.found_ids) == {"Mate0001", "Take0001"}
        assert [entry["event"] for entry in logs] == ["stream not there"]


async def test_many_users_are_asked_a_hundred_at_a_time() -> None:
    async with recorded("users", {STATUS: ["status.json"], PATH: ["games.ndjson"]}) as server:
        names = [f"user{number:03}" for number in range(450)]
        began_ms = server.clock.now_ms()
        async with heard_from(UsersSource(names, server.client, server.clock)):
            await turn_until(server.clock, lambda: server.count(STATUS) == 5)
            assert server.clock.now_ms() - began_ms >= 4 * STATUS_MS
            assert server.bodies[server.asked.index(PATH)].count(",") == 299
            await turn_until(server.clock, lambda: server.count(STATUS) == 6)
            assert server.clock.now_ms() - began_ms >= 4 * STATUS_MS + POLL_MS


async def test_games_are_found_when_they_begin(live: Live) -> None:
    live.add(script("firstone").resign(chess.WHITE).game())
    async with heard_from(source_of(live, "AMSEL", "cedar", "nobody")) as (hearing, _):
        await live.turn()
        assert hearing.found_ids == ["firstone"]
        live.add(script("otherone", "Cedar", "Drossel").game())
        await live.turn(POLL_MS - 1)
        assert set(hearing.found_ids) == {"firstone"}
        await live.turn_until(lambda: "otherone" in hearing.found_ids)
        assert set(hearing.found_ids) == {"firstone", "otherone"}


async def test_a_game_between_two_of_them_is_told_at_once(live: Live) -> None:
    async with heard_from(source_of(live, "amsel", "birke", "cedar")) as (hearing, _):
        await live.turn(500)
        live.add(script("firstone").resign(chess.WHITE).game())
        live.add(script("outsider", "Drossel", "Eibe").game())
        await live.turn()
        assert hearing.found_ids == ["firstone"]
        await live.turn(3_900)
        assert hearing.suspected_ids == []
        await live.turn(200)
        assert hearing.suspected_ids == ["firstone"]
    assert live.simulator.violations == []


async def test_two_games_of_one_user_are_found(live: Live) -> None:
    live.add(script("firstone").game())
    live.add(script("otherone", "Amsel", "Cedar").game())
    async with heard_from(source_of(live, "amsel", "birke", "cedar")) as (hearing, _):
        await live.turn()
    assert set(hearing.found_ids) == {"firstone", "otherone"}


@pytest.mark.parametrize(
    "fault",
    [
        faults.StopAt(0),
        faults.StopAt(1, faults.Stop.CUT, "half"),
        faults.StopAt(1, faults.Stop.RESET),
        faults.StopAt(1, faults.Stop.SILENCE),
        faults.ByteByByte(),
        faults.Duplicate(0),
        faults.ExtraKeys(),
        faults.UnknownLine(0),
        faults.RATE_LIMIT_HTML,
        faults.SERVER_ERROR,
    ],
)
async def test_a_spoilt_stream(live: Live, fault: Fault) -> None:
    """The question fails for ever here."""
    live.simulator.faults.add(faults.SERVER_ERROR, route="status", skip=1, count=None)
    live.simulator.faults.add(fault, route="by_users", count=2)
    live.add(script("firstone").game())
    async with heard_from(source_of(live, "amsel", "birke")) as (hearing, _):
        await live.turn(100_000)
        live.add(script("otherone").wait(600_000).resign(chess.BLACK).game())
        await live.turn_until(lambda: "otherone" in hearing.found_ids, 5_000)
        await live.turn_until(lambda: "otherone" in hearing.suspected_ids, 5_000)
    assert live.simulator.violations == []


@pytest.mark.parametrize("fault", [faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.RATE_LIMIT, faults.RATE_LIMIT_HTML])
async def test_a_refused_question_is_asked_again(live: Live, fault: Fault) -> None:
    live.add(script("firstone").game())
    live.simulator.faults.add(fault, route="status", count=2)
    with capture_logs() as logs:
        async with heard_from(source_of(live, "amsel")) as (hearing, _):
            await live.turn_until(lambda: hearing.found_ids)
    assert [entry["event"] for entry in logs] == ["not answered"]  # said once


async def test_what_was_there_once_comes_back(live: Live) -> None:
    live.simulator.faults.add(faults.NOT_FOUND, route="status", skip=1, count=2)
    async with heard_from(source_of(live, "amsel")) as (hearing, _):
        await live.turn(POLL_MS)
        live.add(script("firstone").game())
        await live.turn_until(lambda: hearing.found_ids)


async def test_questions_keep_their_distance(live: Live) -> None:
    """However many sources ask."""
    async with heard_from(source_of(live, "amsel", "birke")), heard_from(source_of(live, "cedar")):
        await live.turn_until(lambda: len(asked_ms(live, "status")) == 9)
    distances = [after - before for before, after in itertools.pairwise(asked_ms(live, "status"))]
    assert min(distances) >= STATUS_MS


async def test_a_server_that_knows_no_status_ends_the_search(live: Live) -> None:
    live.simulator.faults.add(faults.NOT_FOUND, route="status")
    async with heard_from(source_of(live, "amsel", "birke")) as (_, task):
        await live.turn_until(task.done)
        with pytest.raises(NotFoundError, match="the users' status does not exist there"):
            task.result()


async def test_a_refused_token_ends_the_search() -> None:
    async with (
        running(tokens={"lip_right": "amsel"}, token="lip_wrong") as live,
        heard_from(source_of(live, "amsel", "birke")) as (_, task),
    ):
        await live.turn_until(task.done)
        with pytest.raises(TokenError, match="the users' status: the server refuses the token"):
            task.result()

"""The desk where records are asked for: who shares a request, who is asked first, and what never ends."""

import asyncio
import itertools
from collections.abc import Callable
from unittest import mock

import pytest
from structlog.testing import capture_logs

from bot.follower.desk import MISSES, POLL_MS, RecordDesk, Wish
from bot.lichess.errors import LichessError
from bot.lichess.record import RecordReader
from bot.lichess.wire import ExportedGame
from bot.updates import GameUpdate, Happening
from tests.bot.follower.at_desk import PGN, at_work

H = Happening


async def test_three_hundred_ids_a_request() -> None:
    async with at_work() as (server, desk):
        ids = [f"game{number:04}" for number in range(700)]
        server.runs(*ids)
        for game_id in ids:
            desk.want(game_id, Wish.POLL)
        await server.clock.advance(POLL_MS - 1)
        assert server.sizes() == [300, 300, 100]
        assert [game_id for game_id, _ in desk.told] == ids


async def test_a_running_game_is_asked_for_every_six_seconds_in_one_request_with_all_others() -> None:
    async with at_work() as (server, desk):
        server.runs("game0001", "game0002")
        desk.want("game0001", Wish.POLL)
        desk.want("game0002", Wish.POLL)
        await server.clock.advance(60_000)
        both = ("game0001", "game0002")
        assert server.asked == [(at_ms, both, False) for at_ms in range(0, 60_001, POLL_MS)]


async def test_those_that_may_be_over_are_asked_for_first_and_completely() -> None:
    async with at_work() as (server, desk):
        server.runs("running1", "running2", "checked1")
        server.ends("settled1")
        desk.want("running1", Wish.POLL)
        desk.want("checked1", Wish.CHECK)
        desk.want("running2", Wish.POLL)
        desk.want("settled1", Wish.SETTLE)
        await server.clock.advance(POLL_MS - 1)
        assert [(ids, complete) for _, ids, complete in server.asked] == [
            (("checked1", "settled1"), True),
            (("running1", "running2"), False),
        ]
        assert desk.told == [("settled1", H.SETTLED), ("running1", H.MOVED), ("running2", H.MOVED)]


async def test_who_waits_longest_is_asked_for_first() -> None:
    async with at_work() as (server, desk):
        ids = [f"game{number:04}" for number in range(600)]
        server.runs(*ids)
        server.held = asyncio.Event()
        desk.want("another1", Wish.POLL)
        await server.clock.advance(0)
        for game_id in ids[300:]:
            desk.want(game_id, Wish.POLL)
        await server.clock.advance(1_000)
        for game_id in ids[:300]:
            desk.want(game_id, Wish.POLL)
        server.held.set()
        await server.clock.advance(POLL_MS - 2_000)
        assert server.asked[1][1] == tuple(ids[300:])
        assert server.asked[2][1] == tuple(ids[:300])


async def test_a_game_missing_from_three_whole_answers_does_not_exist() -> None:
    async with at_work() as (server, desk):
        desk.want("nowhere1", Wish.POLL)
        await server.clock.advance(3_600_000)
        assert desk.missing == ["nowhere1"]
        assert len(server.asked) == MISSES == 3


async def test_a_game_that_lists_leave_out_is_not_believed_to_be_gone() -> None:
    async with at_work() as (server, desk):
        server.hidden.add("nowhere1")
        desk.want("nowhere1", Wish.POLL)
        await server.clock.advance(600_000)
        assert desk.missing == []
        server.ends("nowhere1")
        await server.clock.advance(120_000)
        assert desk.told == [("nowhere1", Happening.SETTLED)]


async def test_answers_that_break_off_prove_nothing() -> None:
    async with at_work() as (server, desk):
        server.error = LichessError("some of the records could not be read")
        desk.want("nowhere1", Wish.CONFIRM)
        await server.clock.advance(3_600_000)
        assert desk.missing == []
        server.error = None
        await server.clock.advance(300_000)
        assert desk.missing == ["nowhere1"]


async def test_misses_count_only_in_a_row() -> None:
    async with at_work() as (server, desk):
        desk.want("nowhere1", Wish.POLL)
        for _ in range(20):
            await server.clock.advance(POLL_MS + 2_000)
            server.runs("nowhere1")
            await server.clock.advance(POLL_MS + 2_000)
            del server.games["nowhere1"]
        assert desk.missing == []


TROUBLE = ["an error", "nothing", "a running game", "a record that cannot be", "other games"]


@pytest.mark.parametrize("trouble", TROUBLE)
async def test_a_wish_to_settle_survives_everything_and_pauses_grow_to_a_minute(trouble: str) -> None:
    async with at_work() as (server, desk):
        server.runs("game0001", moves="e4 Ke3" if trouble == "a record that cannot be" else "e4")
        if trouble == "nothing":
            server.games.clear()
        if trouble == "other games":
            server.answers = [ExportedGame("foreign1", "resign", pgn=PGN)] * 2
        if trouble == "an error":
            server.error = LichessError("the connection broke")
        desk.want("game0001", Wish.POLL)
        desk.want("game0001", Wish.SETTLE)
        for wish in (Wish.CHECK, Wish.POLL):
            desk.want("game0001", wish)
        desk.stop_polling("game0001")
        for _ in range(180):
            await server.clock.advance(60_000)
        pauses = [later[0] - before[0] for before, later in itertools.pairwise(server.asked)]
        assert POLL_MS <= min(pauses) <= POLL_MS + 2_000
        assert all(60_000 <= pause <= 61_000 for pause in pauses[10:])
        assert len(pauses) > 170
        assert (desk.told, desk.missing) == ([], [])
        server.error = server.answers = None
        server.ends("game0001")
        await server.clock.advance(61_000)
        assert desk.told == [("game0001", H.SETTLED)]
        await server.clock.advance(3_600_000)
        assert len(server.asked) == len(pauses) + 2


async def test_a_check_of_a_game_that_goes_on_is_made_once() -> None:
    async with at_work() as (server, desk):
        server.runs("game0001")
        desk.want("game0001", Wish.CHECK)
        await server.clock.advance(600_000)
        assert (len(server.asked), desk.told, desk.missing) == (1, [], [])


async def test_an_end_seen_by_polling_is_settled_at_once() -> None:
    async with at_work() as (server, desk):
        server.games["game0001"] = ExportedGame("game0001", "resign", winner="white", moves="e4 e5")
        desk.want("game0001", Wish.POLL)
        await server.clock.advance(0)
        server.ends("game0001")
        await server.clock.advance(POLL_MS)
        assert desk.told == [("game0001", H.ENDED), ("game0001", H.SETTLED)]
        assert [complete for _, _, complete in server.asked] == [False, True]


@pytest.mark.parametrize("leave", [RecordDesk.stop_polling, RecordDesk.forget])
async def test_who_wants_nothing_any_longer_gets_nothing(leave: Callable[[RecordDesk, str], None]) -> None:
    """Not even what is under way."""
    async with at_work() as (server, desk):
        server.runs("game0001", "game0002")
        server.held = asyncio.Event()
        desk.want("game0001", Wish.POLL)
        desk.want("game0002", Wish.POLL)
        await server.clock.advance(0)
        leave(desk, "game0001")
        server.held.set()
        await server.clock.advance(20_000)
        assert {game_id for game_id, _ in desk.told} == {"game0002"}
        assert {ids for _, ids, _ in server.asked[1:]} == {("game0002",)}


async def test_the_same_game_twice_in_an_answer_is_told_once() -> None:
    async with at_work() as (server, desk):
        server.answers = [ExportedGame("game0001", "started", moves=moves) for moves in ("e4", "d4")]
        desk.want("game0001", Wish.POLL)
        await server.clock.advance(0)
        assert desk.told == [("game0001", H.MOVED)]


async def test_an_error_of_the_program_in_one_record_harms_no_other() -> None:
    read = RecordReader.read

    def evil(self: RecordReader, game: ExportedGame) -> GameUpdate:
        if game.id == "evilgame":
            raise ZeroDivisionError("a bug")
        return read(self, game)

    async with at_work() as (server, desk):
        server.runs("evilgame", "goodgame")
        desk.want("evilgame", Wish.POLL)
        desk.want("goodgame", Wish.POLL)
        with mock.patch.object(RecordReader, "read", evil), capture_logs() as logs:
            await server.clock.advance(2 * POLL_MS)
        assert {entry["event"] for entry in logs} == {"record not used after an error of the program"}
        assert {game_id for game_id, _ in desk.told} == {"goodgame"}
        await server.clock.advance(60_000)
        assert {game_id for game_id, _ in desk.told} == {"evilgame", "goodgame"}

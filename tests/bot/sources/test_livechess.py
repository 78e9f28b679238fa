"""DGT boards through LiveChess: evenings with simulated boards, and all that may go wrong in them."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from random import Random

import chess
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.boards.livechess import client
from bot.boards.livechess.session import Session
from bot.boards.livechess.wire import Position
from bot.boards.room import Room
from bot.boards.stand_in.boards import SimulatedBoard
from bot.boards.stand_in.demo import demo_board, timed_moves
from bot.boards.stand_in.server import serving
from bot.boards.table import Table
from bot.boards.words import said
from bot.clock import ManualClock
from bot.config.boards import BoardSection
from bot.demo.games import DemoGame, load_games
from bot.score.record import report_on
from bot.sources.livechess import BoardGames, LiveChessSource
from bot.store.model import StoredReport
from bot.updates import Happening
from scoring import Ending, Finish, OfferEvent, Rules
from tests.bot.boards.livechess.evening import (
    GAME,
    NIGHT_MS,
    SERIAL,
    SETTLED_MS,
    TABLE,
    evening,
    named,
    watched,
)
from tests.bot.following import following
from tests.bot.live import Background, Live
from tests.bot.sources.notes import Notes

RECORDED = Path(__file__).parents[2] / "streams" / "livechess"
SECOND = "10002"
SECOND_GAME = "board-10002-20261130-1"
HOUR_MS = 3_600_000


async def test_a_game_from_the_set_up_to_the_kings_in_the_centre() -> None:
    async with evening() as night:
        assert night.told() == ["described"]
        assert night.seen().state == "ready"
        await night.by_hand("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O")
        assert night.told()[-2:] == [
            "moved: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6",
            "moved: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O",
        ]
        assert len(night.told()) == 10
        assert night.seen().moves[-1] == "O-O"
        await night.kings("draw")
        last = night.notes.updates[-1]
    assert (last.happening, last.finish, last.info.round) == (Happening.SETTLED, Finish(Ending.DRAW), "1.1")
    assert (last.info.white.name, last.info.black.name) == ("Amsel", "Birke")
    report = report_on(GAME, last.record, Rules())
    assert isinstance(report, StoredReport)


async def test_the_next_game_has_an_id_of_its_own() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5")
        await night.kings("black_wins")
        await night.set_up()
        assert night.seen().game is None
        night.room.control.name_players(SERIAL, "Birke", "Amsel", "2.1")
        assert night.told("board-10001-20261130-2") == ["described"]
        await night.by_hand("d4")
        game = night.notes.games["board-10001-20261130-2"]
        assert (game.info.white.name, game.info.round, game.lifecycle) == ("Birke", "2.1", "live")
        finished = night.notes.games[GAME]
    assert (finished.lifecycle, finished.finish) == ("settled", Finish(Ending.UNKNOWN, chess.BLACK))


async def test_pieces_put_up_out_of_courtesy_are_no_game() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5")
        await night.kings("white_wins")
        await night.set_up()
        await night.turn(HOUR_MS)
        assert list(night.notes.games) == [GAME]


async def test_a_game_that_nobody_ended_is_broken_off_by_the_next_one_until_its_result_is_told() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5 Nf3 Nc6 Bb5 a6")
        await night.set_up()
        assert night.notes.games[GAME].lifecycle == "live"
        await night.by_hand("d4")
        assert night.notes.games[GAME].lifecycle == "void"
        night.room.control.end(GAME, "white_wins", "resignation")
        assert night.notes.games[GAME].lifecycle == "settled"
        assert night.notes.games[GAME].finish == Finish(Ending.RESIGNATION, chess.WHITE)
        with pytest.raises(ValueError, match="another game has begun"):
            night.room.control.reopen(GAME)


async def test_a_mate_ends_the_game_and_may_be_taken_back_for_a_moment() -> None:
    async with evening() as night:
        await night.by_hand("f3 e5 g4 Qh4", settle_ms=0)
        await night.turn(1_500)
        assert night.told()[-1] == "settled: f3 e5 g4 Qh4#"
        before = chess.Board()
        for san in ["f3", "e5", "g4"]:
            before.push_san(san)
        night.board.put(before.board_fen())
        await night.turn(4_000)
        assert night.notes.games[GAME].lifecycle == "live"
        night.positions[SERIAL] = before
        await night.by_hand("Qh4")
        await night.turn(20_000)
        night.board.put(before.board_fen())
        await night.turn(20_000)
        assert night.told()[-1] == "settled: f3 e5 g4 Qh4#"


async def test_draws_that_nobody_has_to_claim() -> None:
    async with evening() as night:
        await night.by_hand("Nf3")
        night.room.control.correct(GAME, ["Nf3 Nf6 Ng1 Ng8 " * 5])
        assert night.notes.updates[-1].finish == Finish(Ending.DRAW)
        with pytest.raises(ValueError, match="the position ends the game"):
            night.room.control.reopen(GAME)


# --- Restarts and connections


async def test_livechess_is_restarted_and_no_move_is_lost() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5")
        await night.stand_in.stop()
        await night.turn(2_000)
        assert night.notes.updates[-1].happening is Happening.LOST
        assert (night.room.view().connected, night.seen().link) == (False, "away")
        await night.by_hand("Nf3 Nc6")
        assert len(night.told()) == 4
        await night.stand_in.start()
        await night.turn(20_000)
        assert night.notes.updates[-1].reason == ""
        assert night.told()[-1] == "moved: e4 e5 Nf3 Nc6"
        assert night.notes.games[GAME].lifecycle == "live"
        await night.by_hand("Bb5")
        assert night.told()[-1] == "moved: e4 e5 Nf3 Nc6 Bb5"


async def test_livechess_is_started_later_than_the_program() -> None:
    async with evening() as night:
        await night.stand_in.stop()
        async with watched(night.clock, night.stand_in) as later:
            assert later.room.view().note == said("LiveChess cannot be reached; is it running?")
            await later.turn(HOUR_MS)
            await later.stand_in.start()
            await later.turn(10_000)
            assert later.told() == ["described"]


@pytest.mark.parametrize("made_meanwhile", ["", "Bb5", "Bb5 a6"])
async def test_the_program_is_restarted_and_no_move_is_lost(made_meanwhile: str) -> None:
    async with evening() as night:
        await night.by_hand("e4 e5 Nf3 Nc6")
        kept = night.kept[-1]
        async with serving([SimulatedBoard(SERIAL)], night.clock) as other:
            other.boards[0].placement = night.board.placement
            async with watched(night.clock, other, kept=kept) as again:
                again.positions = night.positions
                await again.by_hand(made_meanwhile)
                await again.by_hand("h3" if "a6" in made_meanwhile or not made_meanwhile else "h6")
                moves = " ".join(["e4 e5 Nf3 Nc6", *made_meanwhile.split(), again.seen().moves[-1]])
                assert again.told()[-1] == f"moved: {moves}"
                assert again.told()[0] == "described: e4 e5 Nf3 Nc6"


async def test_moves_made_while_the_program_was_down_are_found() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5 Nf3 Nc6")
        kept = night.kept[-1]
        await night.by_hand("Bb5 a6")
        async with watched(night.clock, night.stand_in, kept=kept) as again:
            await again.turn(30_000)
            assert again.told()[-1] == "moved: e4 e5 Nf3 Nc6 Bb5 a6"
            assert again.notes.games[GAME].info.began_ms == night.notes.games[GAME].info.began_ms


async def test_results_are_told_again_after_a_restart_and_forgotten_the_day_after() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5")
        await night.kings("draw")
        kept = night.kept[-1]
        async with watched(night.clock, night.stand_in, kept=kept) as again:
            assert again.told() == ["described: e4 e5", "settled: e4 e5"]
    async with evening(kept=kept, at_ms=NIGHT_MS + 25 * HOUR_MS) as tomorrow:
        await tomorrow.by_hand("d4")
        assert list(tomorrow.notes.games) == ["board-10001-20261201-1"]


HALF_A_GAME = b'{"tables":[{"serial":"10001","games":[{"id":"x"}]}]}'


@pytest.mark.parametrize("kept", [b"", b"[]", b'{"tables": 3}', HALF_A_GAME])
async def test_what_was_kept_and_cannot_be_read_is_left(kept: bytes) -> None:
    async with evening(kept=kept) as night:
        await night.by_hand("e4")
        assert night.told()[-1].endswith(": e4")


async def test_games_with_moves_that_cannot_be_are_left_out() -> None:
    async with evening() as night:
        await night.by_hand("e4")
    kept = night.kept[-1].replace(b"e2e4", b"e2e5")
    async with evening(kept=kept) as again:
        await again.by_hand("d4")
        assert again.told()[-1] == "described: d4"


async def test_what_the_operator_said_holds_until_the_configuration_changes() -> None:
    async with evening() as night:
        night.room.control.name_players(SERIAL, "Drossel", "Erle")
        night.room.control.begin_round(3)
    async with evening(kept=night.kept[-1]) as again:
        assert (again.seen().white, again.room.view().round) == ("Drossel", 3)
    changed = named(BoardSection(board=SERIAL, white="Fink", black="Erle"), round=2)
    async with evening(kept=night.kept[-1], settings=changed) as other:
        await other.by_hand("e4")
        assert (other.seen().white, other.room.view().round) == ("Drossel", 2)


async def test_a_connection_that_breaks_is_opened_again() -> None:
    async with evening() as night:
        await night.by_hand("e4")
        await night.stand_in.drop()
        await night.turn(10_000)
        assert night.notes.happenings(GAME)[-2:] == ["lost", "described"]
        await night.by_hand("e5")
        assert night.told()[-1] == "moved: e4 e5"


async def test_a_livechess_that_hangs_is_given_up_and_asked_again() -> None:
    async with evening() as night:
        night.stand_in.answers = False
        await night.turn(client.ASK_MS + client.ANSWER_MS)
        assert night.room.view().note == said("LiveChess does not answer")
        night.stand_in.answers = True
        await night.turn(20_000)
        assert night.room.view().connected


async def test_something_else_that_answers() -> None:
    clock = ManualClock(settle=Background().quiet)
    runner = web.AppRunner(web.Application())
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    room = Room(named(TABLE), clock)
    source = LiveChessSource(f"ws://127.0.0.1:{runner.addresses[0][1]}/api/v1.0", room, clock, random=Random(1))
    task = asyncio.create_task(source.run(Notes()))
    await clock.advance(30_000)
    assert room.view().note == said("what answers there is not LiveChess")
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    await runner.cleanup()


async def test_a_board_stops_responding_and_comes_back() -> None:
    first, other = SimulatedBoard(SERIAL), SimulatedBoard(SECOND, source="COM4")
    async with evening(first, other) as night:
        await night.by_hand("e4", first)
        first.state = "NOTRESPONDING"
        await night.turn(6_000)
        assert night.notes.updates[-1].reason == "Board 10001 does not respond"
        assert (night.seen().link, night.seen(SECOND).link) == ("silent", "connected")
        await night.by_hand("d4", other)
        await night.by_hand("e5", first)
        first.state = "ACTIVE"
        await night.turn(15_000)
        assert night.told()[-1] == "moved: e4 e5"
        assert night.told(SECOND_GAME) == ["described: d4"]


async def test_a_board_is_pulled_out_and_plugged_in_again() -> None:
    async with evening() as night:
        board = night.board
        await night.by_hand("e4")
        night.stand_in.disconnect(board)
        await night.turn(6_000)
        assert night.seen().note == said("Board 10001 is not connected")
        night.stand_in.connect(board)
        await night.turn(6_000)
        await night.by_hand("e5", board)
        assert night.told()[-1] == "moved: e4 e5"


async def test_signs_of_life_keep_a_long_think_from_being_stale() -> None:
    async with evening() as night:
        await night.by_hand("e4")
        signs = night.notes.signs[GAME]
        await night.turn(600_000)
        assert night.notes.signs[GAME] >= signs + 100


# --- Bad input

GARBAGE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    "3",
    '"feed"',
    "{}",
    '{"response": 3}',
    '{"response":"error","id":1,"param":{}}',
    '{"response":"feed","id":1}',
    '{"response":"feed","id":"1","param":{"serialnr":"10001","board":"8/8/8/8/8/8/8/8"}}',
    '{"response":"feed","id":1,"param":null}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001"}}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001","board":7}}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001","board":""}}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001","board":"9/8/8/8/8/8/8/8"}}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001","board":"xxxxxxxx/8/8/8/8/8/8/8"}}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001","board":"8/8/8/8/8/8/8/8","san":"e4"}}',
    '{"response":"feed","id":1,"param":{"serialnr":"10001","board":"8/8/8/8/8/8/8/8","san":["Ke9"]}}',
    '{"response":"feed","id":1,"param":{"serialnr":"66666","board":"8/8/8/8/8/8/8/8"}}',
    '{"response":"feed","id":99,"param":{"serialnr":"10001","board":"8/8/8/8/8/8/8/8"}}',
    '{"response":"feed","id":-1,"param":{"serialnr":["10001"],"board":"8/8/8/8/8/8/8/8"}}',
    '{"response":"call","id":9999,"param":[]}',
    '{"response":"feed","id":1,"param":' + "[" * 20_000 + "]" * 20_000 + "}",
    b"\xff\xfe\x00",
]


async def test_garbage_disturbs_no_board() -> None:
    async with evening() as night:
        await night.by_hand("e4")
        with capture_logs() as logs:
            for frame in GARBAGE * 2:
                await night.stand_in.send(frame)
                await night.turn(0)
        assert {entry["event"] for entry in logs} <= {"LiveChess not understood", "position not read"}
        assert len(logs) < len(GARBAGE)
        night.board.put(night.board.placement)
        await night.by_hand("e5")
        assert night.told()[-1] == "moved: e4 e5"
        assert night.seen().note is None


async def test_lists_with_what_is_no_board() -> None:
    async with evening(SimulatedBoard(SERIAL), SimulatedBoard("../../x"), SimulatedBoard("y" * 500)) as night:
        night.stand_in.boards.append(SimulatedBoard(""))
        await night.by_hand("e4")
        assert night.room.view().notes == (said("a board has no number that can be one"),)
        assert [board.serial for board in night.room.view().boards] == [SERIAL]
        assert night.told()[-1].endswith(": e4")


async def test_a_message_that_is_too_long_is_not_read() -> None:
    async with evening() as night:
        await night.by_hand("e4")
        with suppress(Exception):
            await night.stand_in.send("x" * (client.MAX_BYTES + 1))
        await night.turn(0)
        assert night.room.view().note == said("LiveChess sent a message that is too long")
        await night.turn(10_000)
        await night.by_hand("e5")
        assert night.told()[-1] == "moved: e4 e5"


async def test_of_two_boards_with_one_number_the_first_goes_on() -> None:
    async with evening() as night:
        await night.by_hand("e4")
        twin = SimulatedBoard(SERIAL, source="COM1")
        night.stand_in.boards.insert(1, twin)
        await night.turn(6_000)
        twins = "two boards have the number 10001: the one at COM3 is read, not the one at COM1"
        assert night.room.view().notes == (said(twins),)
        night.stand_in.boards.reverse()
        twin.put("8/8/8/8/8/8/8/8")
        await night.turn(6_000)
        assert night.room.view().notes == (said(twins),)
        await night.by_hand("e5", night.stand_in.boards[1])
        assert night.told()[-1] == "moved: e4 e5"
        night.stand_in.boards.remove(twin)
        await night.turn(6_000)
        assert night.room.view().notes == ()


async def test_an_error_of_the_program_at_one_board_does_not_disturb_another(monkeypatch: pytest.MonkeyPatch) -> None:
    first, other, place = SimulatedBoard(SERIAL), SimulatedBoard(SECOND, source="COM4"), Table.place

    def broken(table: Table, position: Position, now_ms: int) -> None:
        if table.kept.serial == SERIAL:
            raise LookupError
        place(table, position, now_ms)

    async with evening(first, other) as night:
        monkeypatch.setattr(Table, "place", broken)
        with capture_logs() as logs:
            await night.by_hand("e4", first)
            await night.by_hand("d4", other)
        assert logs[0]["event"] == "board not read after an error of the program"
        assert night.told(SECOND_GAME) == ["described: d4"]


async def test_an_arrangement_that_fits_no_move_is_shown_and_the_game_waits() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5")
        right = night.board.placement
        night.board.put("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1K1NR")
        await night.turn(60_000)
        assert (night.seen().state, night.seen().differs) == ("odd", ("d1", "f1"))
        assert night.notes.games[GAME].lifecycle == "live"
        night.board.put(right)
        await night.by_hand("Nf3")
        assert (night.seen().state, night.told()[-1]) == ("playing", "moved: e4 e5 Nf3")


# --- Names, clocks and what else LiveChess tells


async def test_a_board_that_nobody_named_is_followed_and_named_later() -> None:
    async with evening(SimulatedBoard("777")) as night:
        assert night.notes.games == {}
        await night.by_hand("e4")
        game = night.notes.games["board-777-20261130-1"]
        assert (game.info.white.name, game.info.black.name) == ("Board 777 (White)", "Board 777 (Black)")
        night.room.control.name_board("777", "Table at the window")
        assert game.info.white.name == "Table at the window (White)"
        night.room.control.name_players("777", 'Am"sel\n\\', " Birke ", "4.2")
        assert (game.info.white.name, game.info.black.name, game.info.round) == ('Am"sel \\', "Birke", "4.2")
        assert night.notes.happenings(game.id) == ["described"] * 3
        night.room.control.name_game(game.id, "A", "B")
        assert (game.info.white.name, game.info.round) == ("A", "")
        with pytest.raises(ValueError, match="no such board"):
            night.room.control.name_players("778", "A", "B")


async def test_a_round_begins() -> None:
    settings = named(TABLE, BoardSection(board=SECOND, white="Erle", black="Fink", round="final"), round=4)
    boards = [SimulatedBoard(SERIAL), SimulatedBoard(SECOND)]
    async with evening(*boards, settings=settings) as night:
        await night.by_hand("e4", boards[0])
        assert [night.notes.games[name].info.round for name in (GAME, SECOND_GAME)] == ["4.1", "final"]
        night.room.control.begin_round(5)
        assert [night.notes.games[name].info.round for name in (GAME, SECOND_GAME)] == ["4.1", "5.2"]
        with pytest.raises(ValueError, match="a round is a number"):
            night.room.control.begin_round(0)


async def test_clocks_come_with_the_moves() -> None:
    async with evening() as night:
        night.board.clock = {"white": 5400, "black": 5400, "running": "white"}
        await night.by_hand("e4")
        night.board.clock = {"white": 5390, "black": 5400, "running": "black"}
        night.board.put(night.board.placement)
        await night.turn(0)
        clocks = night.notes.updates[-1].clocks
        assert (clocks.white_ms, clocks.black_ms) == (5_390_000, None)
        night.board.clock = {"white": 5390, "black": 5380, "running": "white"}
        await night.by_hand("e5")
        await night.kings("draw")
        assert "1. e4 {[%clk 1:29:50]} e5 {[%clk 1:29:40]} 1/2-1/2" in night.notes.updates[-1].record


async def test_a_clock_that_is_not_understood_is_logged_once() -> None:
    with capture_logs() as logs:
        async with evening(SimulatedBoard(SERIAL, clock={"hands": [1, 2]})) as night:
            await night.by_hand("e4 e5")
            assert night.told()[-1] == "moved: e4 e5"
    assert [entry["reason"] for entry in logs if "clock" in entry.get("reason", "")] == [
        "the clock beside board 10001 is not understood; its fields: ['hands']"
    ]


async def test_a_board_that_stands_the_wrong_way_round() -> None:
    async with evening(SimulatedBoard(SERIAL, turned=True)) as night:
        await night.by_hand("e4 e5 Nf3")
        assert night.told()[-1] == "moved: e4 e5 Nf3"
        async with watched(night.clock, night.stand_in, kept=night.kept[-1]) as again:
            again.positions = night.positions
            await again.by_hand("Nc6")
            assert again.told()[-1] == "moved: e4 e5 Nf3 Nc6"


async def test_moves_that_livechess_tells_count_where_they_lead_to_what_stands_there() -> None:
    async with evening() as night:
        await night.by_hand("e4")
        # The other order of moves leads there, too.
        night.board.sans = ["d3", "e5", "e4"]
        night.board.put("rnbqkbnr/pppp1ppp/8/4p3/4P3/3P4/PPP2PPP/RNBQKBNR")
        await night.turn()
        assert night.told()[-1].endswith(": d3 e5 e4")
        night.board.sans = ["d4"]
        night.board.put(night.board.placement)
        await night.turn()
        assert night.seen().moves == ("d3", "e5", "e4")


# --- The operator


async def test_the_operator_ends_reopens_and_corrects() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5 Nf3")
        night.room.control.end(GAME, "black_wins", "flag_fall")
        assert night.notes.updates[-1].finish == Finish(Ending.FLAG_FALL, chess.BLACK)
        await night.by_hand("Nc6")  # they look at it together
        assert night.told()[-1] == "settled: e4 e5 Nf3"
        night.room.control.end(GAME, "draw", "flag_fall", "white")
        last = night.notes.updates[-1]
        assert (last.finish, last.flagged) == (Finish(Ending.FLAG_FALL), chess.WHITE)
        night.room.control.reopen(GAME)
        assert night.notes.games[GAME].lifecycle == "live"
        await night.by_hand("Bb5")
        assert night.told()[-1] == "moved: e4 e5 Nf3 Nc6 Bb5"
        night.room.control.correct(GAME, ["1. e4 e5", "2. Nf3 Nc6 3. Bc4"])
        assert night.told()[-1] == "moved: e4 e5 Nf3 Nc6 Bc4"
        night.room.control.end(GAME, "void")
        assert night.notes.games[GAME].lifecycle == "void"
        for mistake in (["e4 e4"], ["e4", "x" * 1000]):
            with pytest.raises(ValueError, match="is no legal move after 1 plies"):
                night.room.control.correct(GAME, mistake)
        with pytest.raises(ValueError, match="no such game"):
            night.room.control.end("AbCd1234", "draw")


async def test_a_game_whose_end_is_taken_back_goes_on_with_what_was_played_since() -> None:
    async with evening() as night:
        await night.by_hand("e4 e5")
        night.room.control.end(GAME, "draw")
        await night.by_hand("Nf3 Nc6 Bb5 a6 Bxc6 dxc6")
        night.room.control.reopen(GAME)
        assert night.told()[-1] == "reopened: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6"


async def test_what_was_not_seen_and_cannot_be_found_is_corrected_by_hand() -> None:
    line = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"
    async with evening() as night:
        await night.by_hand("e4 e5")
        await night.stand_in.stop()
        await night.by_hand(line.removeprefix("e4 e5 "))
        await night.stand_in.start()
        await night.turn(60_000)
        assert (night.seen().state, night.told()[-1]) == ("odd", "described: e4 e5")
        night.room.control.correct(GAME, [line])
        await night.by_hand("h3")
        assert (night.seen().state, night.told()[-1]) == ("playing", f"moved: {line} h3")


@pytest.mark.parametrize("made", ["d4", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7"])
async def test_a_new_game_whose_beginning_was_not_seen(made: str) -> None:
    async with evening() as night:
        await night.by_hand("e4 e5 Nf3 Nc6 Bb5 a6")
        night.room.control.end(GAME, "draw")
        await night.stand_in.stop()
        await night.set_up()
        await night.by_hand(made)
        await night.stand_in.start()
        await night.turn(30_000)
        if made != "d4":  # which is found without help
            assert night.seen().state == "odd"
            night.room.control.new_game(SERIAL, [made])
        await night.by_hand("h3" if night.positions[SERIAL].turn else "h6")
        assert night.told("board-10001-20261130-2")[-1].startswith(f"moved: {made} h")
        assert night.notes.games[GAME].lifecycle == "settled"


async def test_a_result_that_the_position_denies() -> None:
    async with evening() as night:
        await night.by_hand("f3 e5 g4 Qh4")
        with pytest.raises(ValueError, match="the position on the board ends the game otherwise"):
            night.room.control.end(GAME, "white_wins")
        night.room.control.correct(GAME, ["f3 e5 g4"])
        night.room.control.end(GAME, "white_wins")
        assert night.notes.updates[-1].finish == Finish(Ending.UNKNOWN, chess.WHITE)


async def test_draw_offers_are_noted_as_for_every_game_over_the_board(live: Live) -> None:
    boards = [SimulatedBoard(SERIAL)]
    async with following(live) as told, serving(boards, live.clock) as stand_in:
        async with watched(live.clock, stand_in, listener=told.follower) as night:
            await night.by_hand("e4")
            (game_id,) = told.follower.notes.boards
            told.follower.notes.note(game_id, "white", "offer")
            await night.by_hand("e5")
            await night.kings("draw")
            night.board.state = "NOTRESPONDING"  # afterwards nothing of it matters
            await night.turn(10_000)
        assert told.states[game_id] == ["waiting", "live", "settled"]
        last = told.first(Happening.SETTLED)
    assert last.offers == (OfferEvent(1, chess.WHITE),)
    assert "1. e4 { White offers draw } 1... e5 1/2-1/2" in last.record
    assert isinstance(report_on(game_id, last.record, Rules()), StoredReport)


# --- Whole games


async def until(at_ms: int, room: Room, clock: ManualClock) -> None:
    """Let time go by, as the source does."""
    while room.due_ms is not None and room.due_ms <= at_ms:
        await clock.advance(max(0, room.due_ms - clock.now_ms()))
        room.tick()
    await clock.advance(at_ms - clock.now_ms())


async def test_the_recorded_stream() -> None:
    """Two boards, pieces in the air, unknown fields, a clock, a black move before White's, kings in the centre."""
    clock, notes = ManualClock(NIGHT_MS), Notes()
    room = Room(named(TABLE), clock)
    room.listen(BoardGames(notes))
    session = Session(room)
    session.ask()
    lines = (RECORDED / "evening.ndjson").read_text(encoding="utf-8").splitlines()
    for line in lines:
        await until(json.loads(line)["time"], room, clock)
        session.take(line)
    await until(clock.now_ms() + SETTLED_MS, room, clock)
    assert notes.told(GAME)[-1] == "settled: e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O"
    assert notes.told(SECOND_GAME)[-1] == "moved: d4 Nf6"


DEMO = [demo for demo in load_games() if demo.name in ("late_castling", "flag_fall_won")]


@pytest.mark.parametrize("demo", DEMO, ids=lambda demo: demo.name)
async def test_the_board_of_the_demo(demo: DemoGame) -> None:
    clock, notes = ManualClock(NIGHT_MS, settle=Background().quiet), Notes()
    room = Room(named(TABLE), clock)
    async with demo_board(clock, demo, seed=1) as boards:
        task = asyncio.create_task(LiveChessSource(boards.livechess, room, clock, random=Random(1)).run(notes))
        await clock.advance(demo.game.length_ms + 100_000)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    expected = [timed.move for timed in timed_moves(demo)]
    assert notes.games[GAME].game.moves == expected
    assert notes.games[GAME].lifecycle == "settled"
    assert notes.games["board-10001-20261130-2"].game.moves[:2] == expected[:2]

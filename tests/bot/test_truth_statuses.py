"""All fourteen statuses and an unknown one: what the stream makes of them, and what the record does."""

import chess
import pytest

from bot.lichess.simulator import Script, TimeControl, statuses
from bot.lichess.simulator.faults import NOT_FOUND
from bot.lichess.simulator.statuses import Status
from bot.updates import Happening
from overlay.shown.views import game_state
from scoring import Ending
from tests.bot.following import following
from tests.bot.live import Live

WHITE, BLACK = chess.WHITE, chess.BLACK
BLITZ = TimeControl(180, 2)
H, E = Happening, Ending
LINE = "e4 d5 exd5 Qxd5 Nc3 Qa5"


def script(moves: str = LINE, fen: str | None = None) -> Script:
    return Script(control=BLITZ, variant="fromPosition" if fen else "standard", initial_fen=fen).moves(moves)


def ended(status: Status, winner: chess.Color | None = None, moves: str = LINE) -> Script:
    return script(moves).finish(status, winner)


FUTURE = Status(61, "futureEnd")
MATE = script("f3 e5 g4 Qh4#")
STALEMATE = script("Qc7", fen="k7/8/8/8/1K6/8/2Q5/8 w - - 0 60")
CLAIM = script("Qg2 Kd7 Qf2", fen="4k3/8/8/8/8/8/7Q/4K3 w - - 0 60").offer(WHITE)
OVER = {
    # the status, and what happens: its ending by the stream and by the record, the outcome, the last state
    "aborted": (ended(statuses.ABORTED, moves="e4"), E.ABORTED, E.ABORTED, "void", "void"),
    "mate": (MATE, E.MATE, E.MATE, "black_wins", "settled"),
    "resign": (ended(statuses.RESIGN, WHITE), E.RESIGNATION, E.RESIGNATION, "white_wins", "settled"),
    "stalemate": (STALEMATE, E.STALEMATE, E.STALEMATE, "draw", "settled"),
    "timeout": (ended(statuses.TIMEOUT, BLACK), E.LEFT, E.LEFT, "black_wins", "settled"),
    "timeout, drawn": (ended(statuses.TIMEOUT), E.LEFT, E.LEFT, "draw", "settled"),
    "draw": (ended(statuses.DRAW), E.DRAW, E.DRAW, "draw", "settled"),
    "outoftime": (ended(statuses.OUT_OF_TIME, BLACK), E.FLAG_FALL, E.FLAG_FALL, "black_wins", "settled"),
    "cheat": (ended(statuses.CHEAT, WHITE), E.CHEATING, E.CHEATING, "white_wins", "settled"),
    "noStart": (ended(statuses.NO_START, WHITE, "e4"), E.NO_START, E.NO_START, "void", "void"),
    "unknownFinish": (ended(statuses.UNKNOWN_FINISH, BLACK), E.UNKNOWN, E.UNKNOWN, "black_wins", "settled"),
    "unknownFinish, drawn": (ended(statuses.UNKNOWN_FINISH), E.UNKNOWN, E.DRAW, "draw", "settled"),
    "insufficientMaterialClaim": (CLAIM, E.CLAIM, E.CLAIM, "draw", "settled"),
    # A record in PGN tells no more of this one than that somebody won.
    "variantEnd": (ended(statuses.VARIANT_END, WHITE), E.VARIANT, E.RESIGNATION, "white_wins", "settled"),
    "futureEnd": (ended(FUTURE, WHITE), E.UNKNOWN, E.UNKNOWN, "white_wins", "settled"),
    "futureEnd, drawn": (ended(FUTURE), E.UNKNOWN, E.DRAW, "draw", "settled"),
}
RUNNING = {"created": statuses.CREATED, "started": statuses.STARTED}


def test_all_statuses_are_here() -> None:
    assert {name.partition(",")[0] for name in OVER} | set(RUNNING) == {*statuses.STATUSES, FUTURE.name}


@pytest.mark.parametrize(("course", "told", "kept", "outcome", "last"), OVER.values(), ids=OVER)
async def test_a_status_through_stream_and_settlement(
    live: Live, course: Script, told: Ending, kept: Ending, outcome: str, last: str
) -> None:
    async with following(live) as seen:
        game = await seen.to_the_end(course.game(), last)
        await live.turn(60_000)
    by_stream = seen.first(H.VOID if last == "void" else H.ENDED)
    assert by_stream.finish
    assert (by_stream.finish.ending, by_stream.finish.outcome, by_stream.record) == (told, outcome, "")
    by_record = seen.updates[-1]
    assert by_record.finish
    assert (by_record.finish.ending, by_record.finish.outcome) == (kept, outcome)
    assert by_record.record
    assert by_record.happening == last
    between = [] if last == "void" else ["ended"]
    assert seen.states[game.id] == ["waiting", "live", *between, last]
    state = game_state(game)
    assert state.result
    assert (state.result.outcome, state.result.ending, state.corrections) == (outcome, kept, ())
    assert (state.status.lifecycle, state.status.settled) == (last, last == "settled")


@pytest.mark.parametrize("status", RUNNING.values(), ids=RUNNING)
@pytest.mark.parametrize(("transport", "plies"), [("stream", 3), ("export", 5)])
async def test_a_status_of_a_game_that_runs(live: Live, status: Status, transport: str, plies: int) -> None:
    if transport == "export":
        live.simulator.faults.add(NOT_FOUND, count=None)
    game = live.add(ended(status).wait(600_000).resign(BLACK).game())
    async with following(live) as seen:
        seen.follower.found(game.id, "a test")
        await live.turn(50_000)
        followed = seen.game(game.id)
        assert (followed.lifecycle, followed.transport, followed.game.ply) == ("live", transport, plies)
        assert game_state(followed).result is None

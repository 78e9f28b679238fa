"""The online book in trouble: the fallback answers, the truth comes later, and no rule of the server is broken."""

from itertools import pairwise
from random import Random

import pytest
from structlog.testing import capture_logs

from bot.book.online import REFUSED_MS
from bot.lichess.simulator import faults
from bot.lichess.simulator.faults import Fault, HangUp, Refuse, SlowOpen, Stop, StopAt
from tests.bot.book.asking import ODD, RUY_LOPEZ, TOKEN, alone, game, lines, online
from tests.bot.live import running


async def test_in_trouble_the_fallback_answers_until_the_truth_is_there(lasting_fault: Fault) -> None:
    fallback = lines("e4 e5 Nf3")
    async with alone(fallback=fallback) as here:
        here.live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        end_ms = here.live.clock.now_ms() + 300_000
        here.live.simulator.faults.add(lasting_fault, route="explorer", count=None, until_ms=end_ms)
        assert here.judge("g", RUY_LOPEZ) == (here.book.name, 0, True)
        await here.live.turn_until(lambda: here.book.trouble is not None)
        name = f"lines instead of {here.book.name}"
        await here.live.turn_until(lambda: here.answers["g"][-1] == (name, 3, True))
        assert "\n" not in (here.book.trouble or "")
        assert TOKEN not in (here.book.trouble or "")
        await here.settle(10_000)
        assert here.answers["g"][-1] == (here.book.name, 18, False)
        assert here.book.trouble is None


@pytest.fixture(
    params=[
        *(faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.HTML_AT_200, faults.EMPTY_AT_200, faults.RATE_LIMIT),
        *(faults.RATE_LIMIT_SECONDS, faults.UNAUTHORIZED, faults.FORBIDDEN, faults.NOT_FOUND),
        *(HangUp(), HangUp(Stop.RESET), SlowOpen(), StopAt(0, Stop.CUT, keep="half"), StopAt(0, keep="half")),
        StopAt(0, Stop.SILENCE, keep="half"),
        Refuse(200, '{"white":1,"draws":1,"black":1,"moves":[{"uci":"e2e5","white":1,"draws":1,"black":1}]}'),
    ],
    ids=lambda fault: repr(fault)[:40],
)
def lasting_fault(request: pytest.FixtureRequest) -> Fault:
    fault: Fault = request.param
    return fault


async def test_a_server_that_cannot_be_reached_at_first() -> None:
    async with alone(fallback=lines("e4 e5 Nf3")) as here:
        here.live.world.masters_openings.add_line("e4 e5", times=2)
        here.live.simulator.faults.close(here.live.clock.now_ms(), here.live.clock.now_ms() + 120_000)
        await here.live.turn()
        here.judge("g", "e4 e5")
        await here.live.turn_until(lambda: here.answers["g"][-1].ply == 2)
        assert here.answers["g"][-1].provisional
        assert "cannot be reached" in (here.book.trouble or "")
        await here.settle()
        assert here.answers["g"][-1] == (here.book.name, 2, False)


async def test_a_refused_token_is_told_once_and_tried_rarely() -> None:
    async with alone(fallback=lines("e4")) as here:
        here.live.simulator.faults.add(faults.UNAUTHORIZED, route="explorer", count=None)
        with capture_logs() as logs:
            here.judge("g", "e4 e5")
            await here.live.turn(3 * REFUSED_MS + 60_000)
        assert len(here.requests) == 4
        (told,) = [log for log in logs if log["event"] == "the book does not answer"]
        assert "make one at the server, it needs no permissions" in told["reason"]
        assert TOKEN not in str(logs)
        assert here.answers["g"][-1] == (f"lines instead of {here.book.name}", 1, True)


async def test_without_a_token_nothing_is_asked() -> None:
    async with running(tokens={TOKEN: "amsel"}) as live, online(live, fallback=lines("e4")) as here:
        here.judge("g", "e4 e5")
        await live.turn(2 * REFUSED_MS)
        assert live.simulator.requests == []
        assert here.answers["g"][-1] == (f"lines instead of {here.book.name}", 1, True)


async def test_during_a_pause_for_other_requests_the_fallback_answers() -> None:
    async with alone(fallback=lines("e4 e5")) as here:
        here.live.governor.limited()
        assert here.judge("g", "e4 e5") == (f"lines instead of {here.book.name}", 2, True)
        assert here.book.trouble == f"{here.book.name}: the server asks for a pause"
        await here.live.turn(59_000)
        assert here.requests == []
        await here.settle()
        assert here.answers["g"][-1] == (here.book.name, 0, False)


async def test_without_a_fallback_what_is_missing_is_unknown() -> None:
    async with alone() as here:
        here.live.simulator.faults.add(faults.SERVER_ERROR, route="explorer", count=None)
        here.judge("g", "e4 e5")
        await here.live.turn(60_000)
        assert here.answers["g"][-1] == (here.book.name, 0, True)
        assert here.book.trouble == "the opening explorer: the server answers with HTTP 500"


async def test_what_is_told_already_counts_in_trouble() -> None:
    async with alone(fallback=lines("e4")) as here:
        here.live.world.masters_openings.add_line("e4 e5 Nf3 Nc6", times=2)
        here.judge("g", "e4 e5 Nf3")
        await here.settle()
        here.live.simulator.faults.add(faults.SERVER_ERROR, route="explorer", count=None)
        here.judge("h", "c4")
        await here.live.turn_until(lambda: here.book.trouble is not None)
        assert here.judge("g", "e4 e5 Nf3") == (here.book.name, 3, False)


async def test_pauses_grow_while_it_fails() -> None:
    async with alone() as here:
        here.live.simulator.faults.add(faults.SERVER_ERROR, route="explorer", count=None)
        here.judge("g", "e4 e5")
        await here.live.turn(600_000)
        times = [asked.at_ms for asked in here.requests]
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert gaps[0] < 2_000
        assert all(gap >= 60_000 for gap in gaps[6:])
        assert len(times) < 20


async def test_a_position_that_always_fails_keeps_no_other_waiting() -> None:
    async with alone() as here:
        here.live.world.masters_openings.add_line("d4 d5", times=2)
        here.live.simulator.faults.add(Refuse(200, "{"), route="explorer", count=1)
        here.judge("poor", "e4", rank=0)
        here.judge("g", "d4", rank=9)
        await here.live.turn_until(lambda: not here.answers["g"][-1].provisional)
        assert here.plays[:2] == ["e2e4", "d2d4"]


@pytest.mark.parametrize("seed", range(6))
async def test_in_a_storm_of_faults_the_rules_of_the_server_are_kept(seed: int) -> None:
    random = Random(seed)
    harm = [
        *(faults.SERVER_ERROR, faults.HTML_AT_200, faults.RATE_LIMIT, faults.RATE_LIMIT_SECONDS, HangUp(), SlowOpen()),
        *(StopAt(0, Stop.CUT, keep="half"), StopAt(0, Stop.SILENCE), faults.ByteByByte(), faults.UNAUTHORIZED),
    ]
    async with alone(fallback=lines("e4 e5")) as here:
        here.live.world.masters_openings.add_line(RUY_LOPEZ, times=2)
        for _ in range(12):
            here.live.simulator.faults.add(random.choice(harm), route="explorer", skip=random.randrange(30))
        for number, text in enumerate((RUY_LOPEZ, ODD, "e4 e5 f4 exf4", "d4 d5", f"{RUY_LOPEZ} d4 Nbd7")):
            here.judge(text, text, rank=number)
        await here.settle(30_000)
        assert [answers[-1].ply for answers in here.answers.values()] == [18, 0, 2, 0, 18]


async def test_an_error_of_who_is_told_stops_nothing() -> None:
    async with alone() as here:
        here.games["broken"] = None  # type: ignore[assignment]
        here.book.knows(game("e4").board)
        with capture_logs() as logs:
            await here.live.turn_until(lambda: here.told)
        assert [log["event"] for log in logs] == ["a game is not judged anew after an error of the program"]
        del here.games["broken"]
        here.judge("g", "d4")
        await here.settle()

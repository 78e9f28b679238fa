"""Finding the games of named users."""

import asyncio
import itertools
from pathlib import Path

import chess
import msgspec
import pytest
from structlog.testing import capture_logs

from bot.lichess.errors import TokenError
from bot.lichess.simulator import Player, Script, TimeControl, faults
from bot.lichess.simulator.faults import Fault
from bot.lichess.wire import UserStatus
from bot.sources.users import POLL_MS, UsersSource
from tests.bot.live import Live, running

RECORDED = Path(__file__).parents[2] / "streams" / "users" / "status.json"
BLITZ = TimeControl(180, 2)


def begin(live: Live, *users: str) -> list[str]:
    """Ask for users from now on; gives the list that grows with what is found."""
    found: list[str] = []
    source = UsersSource(users, live.client, live.clock)
    live.tasks.append(asyncio.create_task(source.discover(found.append)))
    return found


def script(game_id: str, white: str, black: str) -> Script:
    return Script(game_id, control=BLITZ, white=Player(white, 1700), black=Player(black, 1650)).moves("e4 e5 Nf3")


def test_a_recorded_answer() -> None:
    answer = msgspec.json.decode(RECORDED.read_bytes(), type=list[UserStatus])
    assert [status.playing_id for status in answer] == ["Mate0001", "Mate0001", None, "Take0001"]


async def test_games_are_found_when_they_begin(live: Live) -> None:
    live.add(script("firstone", "Amsel", "Birke").resign(chess.WHITE).game())
    found = begin(live, "AMSEL", "cedar", "nobody")
    await live.until(lambda: found)
    assert found == ["firstone"]
    live.add(script("otherone", "Cedar", "Drossel").game())
    await live.turn(POLL_MS - 1)
    assert found == ["firstone"]
    await live.turn_until(lambda: "otherone" in found)
    assert set(found) == {"firstone", "otherone"}


@pytest.mark.parametrize(
    "fault", [faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.RATE_LIMIT, faults.RATE_LIMIT_HTML, faults.NOT_FOUND]
)
async def test_a_refused_question_is_asked_again(live: Live, fault: Fault) -> None:
    live.add(script("firstone", "Amsel", "Birke").game())
    live.simulator.faults.add(fault, route="status", count=2)
    with capture_logs() as logs:
        found = begin(live, "amsel")
        await live.turn_until(lambda: found)
    assert [entry["event"] for entry in logs] == ["users not asked"] * 2


async def test_questions_keep_their_distance(live: Live) -> None:
    asked: list[int] = []
    ask = live.client.statuses

    async def noting(user_ids: tuple[str, ...]) -> list[UserStatus]:
        asked.append(live.clock.now_ms())
        return await ask(user_ids)

    live.client.statuses = noting  # type: ignore[method-assign, assignment]
    begin(live, "amsel")
    await live.turn_until(lambda: len(asked) == 5)
    distances = [after - before for before, after in itertools.pairwise(asked)]
    assert min(distances) >= 5000


async def test_a_refused_token_ends_the_search() -> None:
    async with running(tokens={"lip_right": "amsel"}, token="lip_wrong") as live:
        with pytest.raises(TokenError, match="the users' status: the server refuses the token"):
            await UsersSource(["amsel"], live.client, live.clock).discover(lambda _: None)

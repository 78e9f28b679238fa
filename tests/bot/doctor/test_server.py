"""Server and token, looked at on the simulator."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.config import FollowSection, LichessSection
from bot.doctor.finding import Finding
from bot.doctor.server import ask_server
from bot.lichess.simulator import Script, faults
from tests.bot.doctor.conftest import TOKEN, TOKENS, answering, told
from tests.bot.live import Live, running

OWN = FollowSection(mine=True)
BOTH = FollowSection(mine=True, broadcast_rounds=["round123"])
BROADCASTS = FollowSection(broadcast_tournaments=["tour1234"])
GAME = FollowSection(games=["abcdefgh"])


@pytest_asyncio.fixture
async def checked() -> AsyncIterator[Live]:
    """A simulator that looks at tokens."""
    async with running(tokens=TOKENS) as live:
        yield live


async def ask(url: str, follow: FollowSection = GAME, token: str | None = None) -> list[Finding]:
    findings = [finding async for finding in ask_server(LichessSection(base_url=url), follow, token)]
    if token:
        assert token not in repr(findings)
    return findings


async def test_a_server_that_answers_without_a_token(checked: Live) -> None:
    findings = await ask(checked.url)
    assert [one.verdict for one in findings] == ["good", "good"]
    assert told(findings, "server")[0].startswith("good: 127.0.0.1:")
    assert told(findings, "token") == ["good: there is none, and none is needed for what is followed; "]
    assert len(checked.simulator.requests) == 1
    assert checked.simulator.violations == []


@pytest.mark.parametrize(
    ("follow", "token", "sentence"),
    [
        (BOTH, TOKEN, "good: it belongs to amsel and permits what is needed; "),
        (GAME, "lip_idle", "good: it belongs to cedar and permits what is needed; "),
        (BROADCASTS, "lip_reader", "good: it belongs to birke and permits what is needed; "),
        (OWN, "lip_reader", "bad: it belongs to birke and lacks board:play or bot:play; make a new one at http"),
        (BROADCASTS, "lip_idle", "bad: it belongs to cedar and lacks study:read; make a new one at http"),
        (
            BOTH,
            "lip_idle",
            "bad: it belongs to cedar and lacks board:play or bot:play and study:read; make a new one at",
        ),
        (GAME, "lip_wrong", "bad: the server refuses it; make a new one at http"),
        (OWN, None, "bad: there is none, and own games need one; make one at http"),
        (BROADCASTS, None, "note: there is none; without one, broadcasts may be limited or refused; make one at http"),
    ],
)
async def test_tokens(checked: Live, follow: FollowSection, token: str | None, sentence: str) -> None:
    findings = await ask(checked.url, follow, token)
    (line,) = told(findings, "token")
    assert line.startswith(sentence)
    assert told(findings, "server")[0].startswith("good: ")
    assert checked.simulator.violations == []


async def test_a_new_token_is_made_where_its_permissions_are_chosen_already(checked: Live) -> None:
    (line,) = told(await ask(checked.url, BOTH), "token")
    page = f"{checked.url}/account/oauth/token/create?scopes[]=board:play&scopes[]=study:read&description=Unruh"
    assert f"make one at {page} and put it where lichess.token_env or lichess.token_file says" in line


async def test_a_token_that_the_server_knows_nothing_of(live: Live) -> None:
    """The simulator of this test takes any token, and then does not know it."""
    assert told(await ask(live.url, token="lip_other"), "token")[0].startswith("bad: the server does not know it; make")


async def test_users_that_are_not_known(live: Live) -> None:
    follow = FollowSection(users=["Amsel", "Amsle", "nobody"])
    live.add(Script().game())
    findings = await ask(live.url, follow)
    (line,) = told(findings, "users")
    assert line.endswith("does not know Amsle, nobody; check the names in follow.users")
    assert line.startswith("bad: ")


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (faults.SERVER_ERROR, "bad: the users' status: the server answers with HTTP 500; check lichess.base_url and"),
        (faults.BAD_GATEWAY, "bad: the users' status: the server answers with HTTP 502; check lichess.base_url and"),
        (faults.NOT_FOUND, "bad: the users' status does not exist there; check lichess.base_url and the network"),
        (faults.HTML_AT_200, "bad: the users' status: the server's answer is not understood; check lichess.base_url"),
        (faults.EMPTY_AT_200, "bad: the users' status: the server's answer is not understood; check lichess.base_url"),
        (faults.RATE_LIMIT_HTML, "note: the users' status: the server asks for a pause (HTTP 429); the program waits"),
    ],
)
async def test_a_server_in_trouble_is_asked_once(live: Live, fault: faults.Fault, sentence: str) -> None:
    live.simulator.faults.add(fault, route="status")
    (finding,) = await ask(live.url, OWN, TOKEN)
    assert f"{finding.verdict}: {finding.text}; {finding.advice}".startswith(sentence)
    assert len(live.simulator.requests) == 1


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (
            faults.NOT_FOUND,
            "note: there is one, but whether it is right cannot be told (the token does not exist there)",
        ),
        (faults.Refuse(200, "{}"), "note: there is one, but whether it is right cannot be told (the token: the server"),
        (faults.RATE_LIMIT, "note: the token: the server asks for a pause (HTTP 429); look again in some minutes"),
        (faults.SERVER_ERROR, "bad: the token: the server answers with HTTP 500; look again"),
        (faults.HTML_AT_200, "bad: the token: the server's answer is not understood; look again"),
        (faults.Refuse(200, f'{{"{TOKEN}":7}}'), "bad: the token: the server's answer is not understood"),
    ],
)
async def test_a_server_that_does_not_tell_of_tokens(live: Live, fault: faults.Fault, sentence: str) -> None:
    live.simulator.faults.add(fault, route="token")
    (line,) = told(await ask(live.url, OWN, TOKEN), "token")
    assert line.startswith(sentence)


async def test_no_server(free_port: int) -> None:
    (finding,) = await ask(f"http://127.0.0.1:{free_port}", token=TOKEN)
    assert (finding.verdict, finding.subject) == ("bad", "server")
    assert finding.text == f"127.0.0.1:{free_port} cannot be reached: ConnectionError"
    assert finding.advice == "check lichess.base_url and the network"


async def test_another_server_than_one_of_chess() -> None:
    async with answering(b"<html>welcome</html>") as port:
        (finding,) = await ask(f"http://127.0.0.1:{port}")
    assert (finding.verdict, finding.text) == ("bad", "the users' status: the server's answer is not understood")

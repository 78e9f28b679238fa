"""An OBS that is absent, comes and goes, refuses, hangs or talks nonsense: nothing stops, and all is told once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest
import structlog

from bot.clock import ManualClock
from bot.config.obs import ObsRule, ObsSection
from bot.moments import Text
from bot.obs.errors import AwayError, ObsError
from bot.obs.link import LATE_MS, ObsLink, ObsStatus
from bot.obs.session import connected
from tests.bot.obs.contract import Obs, linked, moment, until
from tests.bot.obs.stand_in import Data, Item, StandIn

SHOT = ObsRule(on="sacrifice_pays", hotkey="OBSBasic.Screenshot")
NONSENSE: dict[str, Callable[[Data], object]] = {
    "text": lambda _: "hello",
    "no msgpack": lambda _: b"\xc1\xc1\xc1",
    "a number": lambda _: 7,
    "a list": lambda _: [1, 2],
    "no data": lambda message: {"op": message["op"]},
    "data that is none": lambda message: {"op": message["op"], "d": None},
    "bytes": lambda message: {"op": message["op"], "d": {"x": b"\xff"}},
    "unknown": lambda _: {"op": 99, "d": {}},
    "nothing": lambda _: None,
}


def after_the_greeting(odd: Callable[[Data], object]) -> Callable[[Data], object]:
    """Greets as it should, and then talks like that."""
    return lambda message: message if message["op"] in (0, 2) else odd(message)


ODD_ANSWERS: dict[str, Callable[[Data], object]] = {
    **NONSENSE,
    "no status": lambda message: {"op": 7, "d": {"requestId": message["d"]["requestId"]}},
    "a status that is none": lambda message: {"op": 7, "d": message["d"] | {"requestStatus": {"result": "yes"}}},
    "an event that is none": lambda message: {"op": 5, "d": {"eventType": 7}},
    "an answer to nobody": lambda message: {"op": 7, "d": {"requestId": "?"}},
}


@pytest.mark.parametrize("odd", NONSENSE.values(), ids=NONSENSE)
async def test_nonsense_instead_of_a_greeting(odd: Callable[[Data], object]) -> None:
    async with StandIn(odd=odd).running() as obs:
        with pytest.raises(AwayError):
            async with connected(obs.url, obs.password, answer_s=0.1):
                pass


@pytest.mark.parametrize("odd", ODD_ANSWERS.values(), ids=ODD_ANSWERS)
async def test_nonsense_instead_of_an_answer(odd: Callable[[Data], object]) -> None:
    async with (
        StandIn(odd=after_the_greeting(odd)).running() as obs,
        connected(obs.url, obs.password, answer_s=0.1) as s,
    ):
        with pytest.raises(ObsError):
            await s.ask("GetVersion")


async def test_something_else_at_the_port() -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(AwayError, match="does not talk like OBS"):
            async with connected(url, ""):
                pass


async def test_no_proxy_is_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    async with StandIn().running() as obs, connected(obs.url, obs.password) as session:
        assert await session.ask("GetVersion")


async def test_an_obs_without_a_password() -> None:
    async with StandIn(password="").running() as obs, connected(obs.url, "") as session:
        assert (await session.ask("GetVersion"))["obsVersion"] == "29.0.2"


@asynccontextmanager
async def impatient(
    obs: StandIn, clock: ManualClock, **options: object
) -> AsyncIterator[tuple[ObsLink, list[ObsStatus]]]:
    """A link that waits for no answer for long, and all that it told of itself."""
    told: list[ObsStatus] = []
    link = ObsLink(
        ObsSection(url=obs.url, rules=[SHOT]),
        obs.password,
        clock,
        featured=lambda: "abcdefgh",
        changed=lambda: told.append(link.status),
        random=Random(1),
        connect=partial(connected, answer_s=0.5),
    )
    task = asyncio.create_task(link.run())
    try:
        yield link, told
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.mark.parametrize("odd", ODD_ANSWERS.values(), ids=ODD_ANSWERS)
async def test_after_nonsense_it_goes_on(odd: Callable[[Data], object]) -> None:
    clock = ManualClock()
    async with StandIn().running() as obs, impatient(obs, clock) as (link, told):
        await until(lambda: link.status.connected)
        obs.odd = after_the_greeting(odd)
        link.tell([moment("sacrifice_pays")])
        await until(lambda: not link.status.connected)
        assert link.status.sentence
        obs.odd = None
        await clock.advance(LATE_MS - 1)
        await until(lambda: link.status.connected)
        link.tell([moment("sacrifice_pays")])
        await until(lambda: obs.pressed)
        await until(lambda: link.status.last)
        pressed = Text('Hotkey "OBSBasic.Screenshot" gedrückt', 'hotkey "OBSBasic.Screenshot" pressed')
        assert [status.connected for status in told] == [True, False, True, True]
        assert link.status == ObsStatus(connected=True, last=pressed)


async def test_a_connection_that_breaks_is_taken_up_again_and_told_once() -> None:
    clock = ManualClock()
    async with StandIn().running() as obs, linked(Obs(obs.url, obs.password), clock, [SHOT]) as link:
        with structlog.testing.capture_logs() as logs:
            for tries in range(1, 5):
                await until(lambda: link.status.connected)
                assert obs.tries == tries
                obs.hang_up()
                await until(lambda: not link.status.connected)
                await clock.advance(9_000)
        assert [entry["reason"] for entry in logs] == [f"The connection to OBS at {obs.url} is lost"]
        assert "secret" not in str(logs)


async def test_with_a_wrong_password_it_does_not_hammer() -> None:
    clock = ManualClock()
    async with StandIn().running() as obs, linked(Obs(obs.url, "a guess"), clock, [SHOT]) as link:
        await until(lambda: link.status.sentence)
        assert link.status.sentence
        assert "will ein anderes Passwort" in link.status.sentence.de
        await clock.advance(59_999)
        assert obs.tries == 1
        obs.password = "a guess"
        await clock.advance(1)
        await until(lambda: link.status.connected)
        assert obs.tries == 2


async def test_what_happened_while_obs_was_away_is_let_go() -> None:
    clock = ManualClock()
    gone = StandIn()
    async with gone.running() as obs:
        port = int(obs.url.rpartition(":")[2])
    async with linked(Obs(gone.url, gone.password), clock, [SHOT]) as link:
        await until(lambda: link.status.sentence)
        link.tell([moment("sacrifice_pays")])
        await clock.advance(5_000)
        async with gone.running(port):
            await clock.advance(60_000)
            await until(lambda: link.status.connected)
            await until(lambda: not link._waiting)
            link.tell([moment("offer_declined"), moment("sacrifice_pays", "another0")])  # which no rule is for
            assert not link._waiting
            assert gone.pressed == []
            link.tell([moment("sacrifice_pays")])
            await until(lambda: gone.pressed == ["OBSBasic.Screenshot"])


async def test_what_viewers_see_later_happens_later() -> None:
    clock, delay_ms = ManualClock(), 60_000
    async with StandIn().running() as obs:
        link = ObsLink(
            ObsSection(url=obs.url, rules=[SHOT]),
            obs.password,
            clock,
            featured=lambda: "abcdefgh",
            delay_ms=lambda: delay_ms,
        )
        task = asyncio.create_task(link.run())
        await until(lambda: link.status.connected)
        link.tell([moment("sacrifice_pays")])
        await clock.advance(59_999)
        assert obs.pressed == []
        await clock.advance(1)
        await until(lambda: obs.pressed)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_refusal_is_told_until_something_works() -> None:
    clock = ManualClock()
    missing = ObsRule(on="flag_fall", show="Game/Applause")
    async with StandIn().running() as obs, linked(Obs(obs.url, obs.password), clock, [SHOT, missing]) as link:
        await until(lambda: link.status.connected)
        with structlog.testing.capture_logs() as logs:
            for _ in range(2):
                link.tell([moment("flag_fall")])
                await until(lambda: link.status.sentence)
                link.tell([moment("sacrifice_pays")])
                await until(lambda: link.status.sentence is None)
        assert [entry["reason"] for entry in logs] == [
            'There is no source "Applause" in the scene "Game" in OBS; obs.rules names it'
        ]
        link.pause(True)
        assert link.status == ObsStatus(connected=True, paused=True, last=link.status.last)


async def test_an_error_of_the_program_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    async with StandIn().running() as obs, linked(Obs(obs.url, obs.password), clock, [SHOT]) as link:
        await until(lambda: link.status.connected)
        with monkeypatch.context() as broken, structlog.testing.capture_logs() as logs:
            broken.setattr(link._automation, "take", None)
            link.tell([moment("sacrifice_pays")])
            await until(lambda: not link.status.connected)
        assert [entry["log_level"] for entry in logs] == ["error"]
        await clock.advance(60_000)
        await until(lambda: link.status.connected)


async def test_what_a_rule_has_shown_is_hidden_also_if_obs_was_away_meanwhile() -> None:
    clock, shows = ManualClock(), ObsRule(on="flag_fall", show="Game/Applause", for_s=5)
    applause = Item(1, "Applause", enabled=False)
    stand_in = StandIn(scenes={"Scene": [], "Game": [applause]})
    async with stand_in.running() as obs, linked(Obs(obs.url, obs.password), clock, [shows]) as link:
        await until(lambda: link.status.connected)
        link.tell([moment("flag_fall")])
        await until(lambda: applause.enabled)
        obs.hang_up()
        await until(lambda: not link.status.connected)
        await clock.advance(10_000)
        await until(lambda: not applause.enabled)

"""The contract with OBS, held to the real one."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.clock import ManualClock
from bot.config import ShowSection
from bot.obs.pages import pages
from bot.obs.session import connected
from bot.obs.setup import carry_out, plan
from tests.bot.obs.contract import WANTED, Obs, everything, linked, moment, streamers_scene, until, until_on_air
from tests.bot.obs.test_stand_in import CHECKS
from tests.long.real_obs import free_port, real_obs


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
async def test_contract(check: Callable[[Obs], Awaitable[None]], tmp_path: Path) -> None:
    async with real_obs(tmp_path) as obs:
        await check(obs)


async def test_obs_comes_late_and_crashes_and_comes_again(tmp_path: Path) -> None:
    """The program waits for it; what was made is known again, and the rules go on."""
    port, clock = free_port(), ManualClock()
    wanted = pages(WANTED, ShowSection(), f"ws://127.0.0.1:{port}")
    soon = Obs(f"ws://127.0.0.1:{port}", "a secret of the test")
    async with linked(soon, clock) as link:
        await until(lambda: link.status.sentence)
        assert link.status.sentence is not None
        assert "does not answer" in link.status.sentence.en
        async with real_obs(tmp_path, port) as obs, connected(obs.url, obs.password) as session:
            await carry_out(session, await plan(session, wanted, obs.kind), obs.kind)
            await streamers_scene(session, "Big", "Face", obs)
            made = await everything(session)
            await clock.advance(60_000)
            await until(lambda: link.status.connected)
        await until(lambda: not link.status.connected)
        assert link.status.sentence is not None
        print(link.status.sentence.en)
        async with real_obs(tmp_path, port) as obs, connected(obs.url, obs.password) as session:
            assert await everything(session) == made
            assert [step.verb for step in await plan(session, wanted, obs.kind)] == ["leave"] * 3
            await clock.advance(60_000)
            await until(lambda: link.status.connected)
            link.tell([moment("sacrifice_pays")])
            await until_on_air(session, "Big")

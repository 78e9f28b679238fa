"""The contract with OBS, held to a stand-in; `python3 run.py test obs` holds it to the real one."""

from collections.abc import Awaitable, Callable

import pytest

from tests.bot.obs import contract
from tests.bot.obs.contract import Obs
from tests.bot.obs.stand_in import StandIn

CHECKS = [check for name, check in vars(contract).items() if name.startswith("check_") and name != "check_fitted"]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
async def test_contract(check: Callable[[Obs], Awaitable[None]]) -> None:
    async with StandIn().running() as obs:
        await check(Obs(obs.url, obs.password))

"""The bus as the program that follows the games uses it: it tells all states, and is asked for what only it can do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.config.sections import BusSection
from bot.program.behind import Behind
from bot.serving import UserError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from overlay.bus.lease import Lease


@dataclass(frozen=True, slots=True)
class BotBus:
    """The bus, held by this program alone.

    Attributes:
        versions_from: All versions of states must be above it, to be above those of a program before.
        featured: The game that a program before featured.
    """

    redis: "Redis"
    name: str
    lease: "Lease"
    versions_from: int
    featured: str | None

    @property
    def why_not_ready(self) -> str | None:
        """Why nodes cannot be told anything now; None: they can."""
        return None if self.lease.can_renew else "the bus cannot be reached"

    async def run(self, behind: Behind) -> None:
        """Tell and answer until cancelled; then tell what waits, and that nobody tells any more.

        Raises `UserError` if another program has taken the bus.
        """
        from overlay.bus.answering import handlers
        from overlay.bus.asks import Answers
        from overlay.bus.lease import LeaseLost
        from overlay.bus.outlet import Outlet

        outlet = Outlet(self.redis, self.name, self.lease, behind.desk.private)
        answers = Answers(self.redis, self.name, self.lease)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.lease.keep(), name="lease")
                group.create_task(outlet.run(), name="states to the bus")
                group.create_task(answers.run(handlers(behind)), name="asks from the bus")
        except* LeaseLost as lost:
            raise UserError(str(lost.exceptions[0])) from None
        finally:
            behind.desk.channels.truth.hurry()
            await outlet.close()


@asynccontextmanager
async def bot_bus(section: BusSection, password: str | None) -> AsyncIterator[BotBus]:
    """Take the bus; raises `UserError` if it cannot be reached, or another program has it."""
    from overlay.bus.connect import BusError, connect, redis_now_ms
    from overlay.bus.lease import Lease, LeaseTaken
    from overlay.bus.search import featured_before

    try:
        async with connect(section.url, password) as redis:
            lease = Lease(redis, section.name)
            await lease.take()
            versions_from, featured = await redis_now_ms(redis), await featured_before(redis, section.name)
            yield BotBus(redis, section.name, lease, versions_from, featured)
    except (BusError, LeaseTaken) as error:
        raise UserError(str(error)) from error

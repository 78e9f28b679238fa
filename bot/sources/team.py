"""A team: its arenas and Swiss tournaments are looked for every few minutes, and followed while they run."""

import structlog

from bot.clock import Clock
from bot.lichess.asking import Asking
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.retry import rest
from bot.lichess.tournaments import Listed, team_arenas, team_swisses
from bot.sources.arena import ArenaSource
from bot.sources.swiss import SwissSource
from bot.together import together
from bot.updates import Listener, Source

log = structlog.get_logger()

LOOK_MS = 180_000
SOON_MS = 2 * LOOK_MS
"""A tournament that starts within this time is followed already, so that none starts between two looks."""


class TeamSource:
    """Finds the games of a team's tournaments."""

    def __init__(self, team_id: str, client: LichessClient, clock: Clock) -> None:
        """Take the team's id, the server and the time."""
        self.name = f"team {team_id}"
        self._id = team_id
        self._client = client
        self._clock = clock
        self._begun: set[str] = set()

    async def run(self, listener: Listener) -> None:
        """Tell of every game, for ever. Raises TokenError, NotFoundError if there is no such team."""
        self._begun.clear()
        asking = Asking(self.name)
        async with together() as group:
            while True:
                for source in await asking.ask(self._new_sources()) or []:
                    self._begun.add(source.name)
                    group.create_task(self._follow(source, listener))
                await rest(self._clock, LOOK_MS)

    async def _new_sources(self) -> list[Source]:
        """The tournaments that run or will soon, and are not followed yet."""
        arenas = await team_arenas(self._client, self._id)
        swisses = await team_swisses(self._client, self._id)
        sources: list[Source] = [
            *(ArenaSource(arena.id, self._client, self._clock) for arena in arenas if self._is_near(arena)),
            *(SwissSource(swiss.id, self._client, self._clock) for swiss in swisses if self._is_near(swiss)),
        ]
        return [source for source in sources if source.name not in self._begun]

    def _is_near(self, listed: Listed) -> bool:
        soon_ms = self._clock.now_ms() + SOON_MS
        return listed.status == "started" or (listed.status == "created" and listed.starts_ms <= soon_ms)

    async def _follow(self, source: Source, listener: Listener) -> None:
        """Follow a tournament to its end; what happens to one does not concern the others.

        After an error of the program it is begun anew, when it is found the next time.
        """
        try:
            await source.run(listener)
        except LichessError as error:
            log.error("tournament not followed", source=source.name, team=self._id, reason=str(error))
        except Exception:
            log.exception("tournament not followed after an error of the program", source=source.name, team=self._id)
            self._begun.discard(source.name)

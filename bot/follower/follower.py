"""Follows many games at once, within the number of streams that the server allows."""

import asyncio
from collections.abc import Callable
from typing import Self

import structlog

from bot.clock import Clock
from bot.follower.followed import FollowedGame
from bot.follower.lifecycle import LifecycleError
from bot.lichess.client import LichessClient
from bot.sources.game import GameSource
from bot.updates import GameUpdate
from scoring import Rules

log = structlog.get_logger()

STREAMS = 8
"""How many move streams Lichess allows one address at the same time."""
RELEASE_MS = 1_000
"""How long the server may need to notice that a stream was closed."""
RESYNC_MS = 5_000
"""How long a game rests that has to be read anew: what cannot happen may happen again."""
KEPT_MS = 10 * 60_000
"""How long a game that is over stays to be seen."""


class Follower:
    """All followed games by id. `changed` is called after every change, `forgotten` when a game is let go."""

    def __init__(
        self,
        client: LichessClient,
        rules: Rules,
        clock: Clock,
        changed: Callable[[FollowedGame], None],
        forgotten: Callable[[str], None],
    ) -> None:
        """Take the server, the rules, the time, and who wants to know; use as an asynchronous context manager."""
        self.games: dict[str, FollowedGame] = {}
        self._client = client
        self._rules = rules
        self._clock = clock
        self._changed = changed
        self._forgotten = forgotten
        self._streams = asyncio.Semaphore(STREAMS)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        """Begin without games."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop following."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def follow(self, game_id: str) -> None:
        """Follow a game from now on; one that is followed already is left alone."""
        if game_id in self.games:
            return
        self.games[game_id] = FollowedGame(game_id, self._rules)
        self._changed(self.games[game_id])
        task = asyncio.create_task(self._keep_following(game_id), name=f"follow {game_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_following(self, game_id: str) -> None:
        """Follow a game to its end, and let it go much later."""
        while not await self._followed(game_id):
            await self._rest(RESYNC_MS)
        await self._rest(KEPT_MS)
        del self.games[game_id]
        self._forgotten(game_id)

    async def _followed(self, game_id: str) -> bool:
        """Follow a game as far as it goes; False if it has to be read anew, since something happened that cannot."""
        through = False
        async with self._streams:
            try:
                await GameSource(game_id, self._client, self._clock).follow(self._take)
                through = True
            except LifecycleError as error:
                log.error("game read anew", game=game_id, reason=str(error))
            except Exception:
                log.exception("game read anew after an error of the program", game=game_id)
            await self._rest(RELEASE_MS)
        if not through:
            self.games[game_id] = FollowedGame(game_id, self._rules)
        return through

    async def _rest(self, ms: int) -> None:
        await self._clock.sleep_until_ms(self._clock.now_ms() + ms)

    def _take(self, update: GameUpdate) -> None:
        game = self.games[update.id]
        game.apply(update, self._clock.now_ms())
        self._changed(game)

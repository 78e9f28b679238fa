"""Follows many games at once, within the number of streams that the server allows."""

import asyncio
from collections.abc import Callable
from typing import Self

import structlog

from bot.clock import Clock
from bot.follower.followed import FollowedGame
from bot.follower.lifecycle import FINAL, LifecycleError
from bot.lichess.client import LichessClient
from bot.sources.game import GameSource
from bot.updates import GameUpdate
from scoring import Rules

log = structlog.get_logger()

STREAMS = 8
"""How many move streams Lichess allows one address at the same time."""
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
        """Follow a game to its end, reading it anew when something happened that cannot, and let it go much later."""
        while self.games[game_id].lifecycle not in FINAL:
            try:
                async with self._streams:
                    await GameSource(game_id, self._client, self._clock).follow(self._take)
                break
            except LifecycleError as error:
                log.error("game read anew", game=game_id, reason=str(error))
                self.games[game_id] = FollowedGame(game_id, self._rules)
            except Exception:
                log.exception("game not followed any more", game=game_id)
                break
        await self._clock.sleep_until_ms(self._clock.now_ms() + KEPT_MS)
        del self.games[game_id]
        self._forgotten(game_id)

    def _take(self, update: GameUpdate) -> None:
        game = self.games[update.id]
        game.apply(update, self._clock.now_ms())
        self._changed(game)

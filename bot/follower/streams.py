"""The move streams that are open, and their slots at the server."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from random import Random
from typing import Literal, TypeAlias

import structlog

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError, RateLimitError
from bot.lichess.limits import RELEASE_MS, STREAMS, TAKEN_MS
from bot.lichess.retry import rest
from bot.sources.game import GameSource
from bot.updates import GameUpdate, Listener

log = structlog.get_logger()

Outcome: TypeAlias = Literal["told", "refused", "broken"]
"""How a stream ended: the game is over or cannot be scored, the server does not give one, or something went wrong."""


class Streams:
    """Opens and closes move streams. `changed` is called when one has ended, and when its slot is free again."""

    def __init__(
        self,
        client: LichessClient,
        clock: Clock,
        listener: Listener,
        changed: Callable[[str, Outcome | None], None],
        random: Random,
    ) -> None:
        """Take the server, the time, who hears of the games, and who wants to know of ends."""
        self._client = client
        self._clock = clock
        self._listener = listener
        self._changed = changed
        self._random = random
        self._open: dict[str, asyncio.Task[None]] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._left = STREAMS
        self._left_until_ms = 0

    @property
    def games(self) -> frozenset[str]:
        """The games that have a stream."""
        return frozenset(self._open)

    @property
    def slots(self) -> int:
        """How many streams there may be: fewer than the server allows, while others at this address have some."""
        return self._left if self._clock.now_ms() < self._left_until_ms else STREAMS

    @property
    def closing(self) -> int:
        """How many slots are not free yet although nobody uses them."""
        return len(self._closing)

    def start(self, game_id: str, known: GameUpdate | None) -> None:
        """Open the stream of a game of which this much is known."""
        source = GameSource(game_id, self._client, self._clock, known=known, random=self._random)
        self._open[game_id] = asyncio.create_task(self._follow(game_id, source), name=source.name, context=Context())

    def stop(self, game_id: str) -> None:
        """Close the stream of a game, if it has one; its slot is free a little later."""
        task = self._open.pop(game_id, None)
        if task is not None:
            task.cancel()
            self._release(game_id, task)

    async def close(self) -> None:
        """Close all streams."""
        tasks = [*self._open.values(), *self._closing]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self, game_id: str, source: GameSource) -> None:
        outcome: Outcome = "told"
        try:
            await source.run(self._listener)
        except RateLimitError as error:
            outcome = "refused"
            self._left = max(1, len(self._open) - 1)
            self._left_until_ms = self._clock.now_ms() + TAKEN_MS
            log.warning("fewer streams", game=game_id, streams=self._left, reason=str(error))
        except LichessError as error:
            outcome = "refused"
            level = log.info if isinstance(error, NotFoundError) else log.error
            level("no stream", game=game_id, reason=str(error))
        except Exception:
            outcome = "broken"
            log.exception("game read anew after an error of the program", game=game_id)
        task = self._open.pop(game_id, None)
        if task is not None:
            self._release(game_id, task)
            self._changed(game_id, outcome)

    def _release(self, game_id: str, task: asyncio.Task[None]) -> None:
        releasing = asyncio.create_task(self._free(game_id, task))
        self._closing.add(releasing)

    async def _free(self, game_id: str, task: asyncio.Task[None]) -> None:
        """Free the slot once the connection is closed and the server has had time to notice."""
        await asyncio.wait({task})
        await rest(self._clock, RELEASE_MS)
        me = asyncio.current_task()
        assert me is not None
        self._closing.discard(me)
        self._changed(game_id, None)

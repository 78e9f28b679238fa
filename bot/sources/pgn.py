"""A PGN file or page that grows, as the programs of electronic boards write it: a game, or a round with all boards."""

import asyncio
import hashlib
import io
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice

import structlog

from bot.clock import Clock
from bot.lichess.background import in_background
from bot.pgn import NotPgnError, split_games
from bot.pgn.model import BrokenGameError
from bot.sources._news import identify
from bot.sources._places import UnreadableError, place_of
from bot.sources._whole import MAX_GAMES, WholeGames
from bot.trouble import tell_trouble
from bot.updates import Listener

log = structlog.get_logger()

PATIENCE = 2
"""So many vain looks one after another, and the games are lost for the time being: files are replaced in an instant."""

_FINISHED = re.compile(rb"(?:1-0|0-1|1/2-1/2|\*)\s*\Z")


class PgnSource:
    """Carries all games of a file or page; what is not there any more is not heard of."""

    def __init__(
        self, where: str, clock: Clock, *, received: Callable[[str, bytes], None] = lambda _origin, _text: None
    ) -> None:
        """Take a path or an address beginning with http, the time, and who keeps every changed text of a game."""
        self._place = place_of(where, clock)
        self._clock = clock
        self._received = received
        self._doubtful: bytes | None = None
        self._taken = b""
        self._there: list[str] = []
        self._unnamed: set[str] = set()
        self._failures = 0
        self._told = ""

    @property
    def name(self) -> str:
        """What people call it."""
        return f"PGN {self._place.name}"

    async def run(self, listener: Listener) -> None:
        """Tell of all games until cancelled."""
        games = WholeGames(listener, self.name)
        try:
            while True:
                try:
                    await self._look(games)
                    self._failures, self._told = 0, ""
                    tell_trouble(None)
                except UnreadableError as error:
                    self._failed(games, str(error))
                await self._clock.sleep_until_ms(self._clock.now_ms() + self._pause_ms())
        finally:
            await self._place.close()

    async def _look(self, games: WholeGames) -> None:
        text = await self._place.look()
        if text is not None and text != self._doubtful and not _FINISHED.search(text[-64:]):
            # It may be half written: it counts when it is the same at the next look.
            self._doubtful = text
            return
        text, self._doubtful = text if text is not None else self._doubtful, None
        if text is None or _digest(text) == self._taken:
            games.heard(self._there)
        elif text.strip():
            await self._take(games, text)
            self._taken = _digest(text)

    async def _take(self, games: WholeGames, text: bytes) -> None:
        self._there = []
        unnamed_before, self._unnamed = self._unnamed, set()
        try:
            found = await in_background(lambda: list(islice(split_games(io.BytesIO(text)), MAX_GAMES)))
        except NotPgnError as error:
            raise UnreadableError(f"{self._place.name}: {error}") from error
        named: Counter[str] = Counter()
        for game in found:
            try:
                name = identify(game.text, self._place.stem)
            except BrokenGameError as error:
                reason = f"game {game.number}: {error}"
                self._unnamed.add(reason)
                if reason not in unnamed_before:
                    log.warning("game not read", source=self.name, reason=reason)
                continue
            named[name] += 1
            # Games that nothing tells apart are told apart by their order.
            game_id = name if named[name] == 1 else f"{name}-{named[name]}"
            self._there.append(game_id)
            if games.take(game_id, game.text.strip()):
                self._received(self.name, game.text.strip())
                await asyncio.sleep(0)  # a page of many games must not keep others waiting

    def _failed(self, games: WholeGames, reason: str) -> None:
        self._failures += 1
        self._taken = b""
        if reason != self._told:
            log.warning("PGN not read", source=self.name, reason=reason)
        self._told = reason
        tell_trouble(reason)
        if self._failures == PATIENCE:
            games.lost(reason)

    def _pause_ms(self) -> int:
        return min(self._place.every_ms << min(self._failures, 10), self._place.longest_ms)


def _digest(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=16).digest()

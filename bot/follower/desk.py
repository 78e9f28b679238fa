"""The desk where records are asked for: all games that need one share as few requests as possible."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from enum import IntEnum
from random import Random

import structlog

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.record import RecordReader
from bot.lichess.records import MAX_IDS, exists, fetch_records
from bot.lichess.retry import pause_ms
from bot.lichess.wire import ExportedGame
from bot.updates import GameUpdate, Happening

log = structlog.get_logger()

POLL_MS = 6_000
"""The shortest time between two records of a running game."""
GAP_MS = 1_500
"""The shortest time between two requests: what becomes due meanwhile shares the next one."""
MISSES = 3
"""How often in a row a game must be missing from a whole answer before it is asked for alone."""


class Wish(IntEnum):
    """Why a record is wanted; the stronger wish wins."""

    POLL = 1
    """To follow the game."""
    CHECK = 2
    """The game may be over: once."""
    CONFIRM = 3
    """The game is said to be void: until its record is there, or does not exist."""
    SETTLE = 4
    """The game is over: until its complete record is there."""


@dataclass(slots=True)
class _Case:
    reader: RecordReader
    due_ms: int
    wish: Wish
    polled: bool
    tries: int = 0
    misses: int = 0


class RecordDesk:
    """Asks for the records of many games and tells what each one says.

    It never gives up on a game that is over: the pauses grow to a minute, and then it asks on.
    """

    def __init__(
        self,
        client: LichessClient,
        clock: Clock,
        tell: Callable[[GameUpdate], None],
        missing: Callable[[str], None],
        random: Random,
    ) -> None:
        """Take the server, the time, and who is told of news and of games that do not exist."""
        self._client = client
        self._clock = clock
        self._tell = tell
        self._missing = missing
        self._random = random
        self._cases: dict[str, _Case] = {}
        self._asked_over = False
        self._changed = asyncio.Event()

    def want(self, game_id: str, wish: Wish) -> None:
        """Want a record, at once if that is a new wish."""
        case = self._cases.get(game_id)
        if case is None:
            reader = RecordReader(game_id, self._client.game_url(game_id))
            self._cases[game_id] = _Case(reader, self._clock.now_ms(), wish, wish is Wish.POLL)
            self._changed.set()
            return
        case.polled |= wish is Wish.POLL
        if wish > case.wish:
            case.wish, case.due_ms, case.tries = wish, self._clock.now_ms(), 0
            self._changed.set()

    def stop_polling(self, game_id: str) -> None:
        """The game is followed in another way now."""
        case = self._cases.get(game_id)
        if case:
            case.polled = False
            if case.wish is Wish.POLL:
                del self._cases[game_id]

    def forget(self, game_id: str) -> None:
        """Want nothing any longer."""
        self._cases.pop(game_id, None)

    async def run(self) -> None:
        """Ask for what is due, for ever."""
        while True:
            self._changed.clear()
            if due := self._due():
                asked_ms = self._clock.now_ms()
                await self._ask(due)
                await self._clock.sleep_until_ms(asked_ms + GAP_MS)
            else:
                await self._wait()

    def _due(self) -> list[str]:
        """The games to ask for next: those that may be over and those that go on by turns, who waits longest first."""
        now_ms = self._clock.now_ms()
        due = sorted((case.due_ms, game_id) for game_id, case in self._cases.items() if case.due_ms <= now_ms)
        over = [game_id for _, game_id in due if self._cases[game_id].wish is not Wish.POLL]
        going_on = [game_id for _, game_id in due if self._cases[game_id].wish is Wish.POLL]
        chosen = going_on or over if self._asked_over else over or going_on
        self._asked_over = chosen is over
        return chosen[:MAX_IDS]

    async def _wait(self) -> None:
        """Wait until something is due, or a new wish comes."""
        waits: list[asyncio.Future[object]] = [asyncio.ensure_future(self._changed.wait())]
        if self._cases:
            next_ms = min(case.due_ms for case in self._cases.values())
            waits.append(asyncio.ensure_future(self._clock.sleep_until_ms(next_ms)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _ask(self, ids: list[str]) -> None:
        """Make one request, and take what comes; what does not come is asked for again."""
        asked = {game_id: self._cases[game_id] for game_id in ids}
        complete = self._cases[ids[0]].wish is not Wish.POLL
        try:
            async with aclosing(fetch_records(self._client, ids, complete=complete)) as records:
                async for record in records:
                    if case := asked.pop(record.id, None):
                        self._take(record, case)
        except LichessError as error:
            log.warning("records not got", games=len(asked), reason=str(error))
            for case in asked.values():
                self._later(case)
        except Exception:
            log.exception("records not got after an error of the program", games=len(asked))
            for case in asked.values():
                self._later(case)
        else:
            for game_id, case in asked.items():
                await self._missed(game_id, case)

    def _take(self, record: ExportedGame, case: _Case) -> None:
        if self._cases.get(record.id) is not case:  # forgotten meanwhile
            return
        case.misses = 0
        try:
            update = case.reader.read(record)
        except LichessError as error:
            log.warning("record not used", game=record.id, reason=str(error))
            self._later(case)
            return
        except Exception:
            log.exception("record not used after an error of the program", game=record.id)
            self._later(case)
            return
        match update.happening:
            case Happening.MOVED:
                polled = case.polled
                self._goes_on(record.id, case)
                if not polled or case.wish >= Wish.CONFIRM:  # the game is followed in another way, or is over
                    return
            case Happening.ENDED:
                case.wish, case.due_ms, case.tries = Wish.SETTLE, self._clock.now_ms(), 0
            case _:
                del self._cases[record.id]
        self._tell(update)

    def _goes_on(self, game_id: str, case: _Case) -> None:
        """The record does not show an end (yet)."""
        if case.wish >= Wish.CONFIRM:
            self._later(case)
        elif case.polled:
            case.wish, case.due_ms, case.tries = Wish.POLL, self._clock.now_ms() + POLL_MS, 0
        else:
            del self._cases[game_id]

    async def _missed(self, game_id: str, case: _Case) -> None:
        """A whole answer did not contain the game. When that comes again and again, the game itself is asked for."""
        case.misses += 1
        self._later(case)
        if case.misses < MISSES or case.wish is Wish.SETTLE or await self._is_there(game_id):
            return
        if self._cases.get(game_id) is case:
            del self._cases[game_id]
            self._missing(game_id)

    async def _is_there(self, game_id: str) -> bool:
        try:
            return await exists(self._client, game_id)
        except LichessError as error:
            log.warning("record not asked for", game=game_id, reason=str(error))
            return True

    def _later(self, case: _Case) -> None:
        case.tries += 1
        case.due_ms = self._clock.now_ms() + max(POLL_MS, pause_ms(case.tries, self._random))

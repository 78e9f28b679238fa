"""A game id: followed by its public move stream, through every fault, and settled by the export of its record."""

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import stamina
import structlog

from bot.clock import Clock, within
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.lichess.move_stream import VARIANTS, Described, Finished, Malformed, Moved, MoveStream
from bot.lichess.settlement import Record, fetch_record
from bot.updates import Emit, GameInfo, GameUpdate, Happening
from scoring import Finish

log = structlog.get_logger()

SILENCE_MS = 120_000
"""The stream is never silent for longer than 50 s: twice that and the connection is dead."""
QUIET_MS = 120_000
"""Keepalives alone prove nothing: a stream opened after an abort goes on with them for ever."""
RECONNECT_MS = 1_000
"""The least pause before a stream is opened again: the server has to notice that the old one is gone, for it counts."""
PLIES_BEHIND = 3


class GameSource:
    """Follows one game until its score is settled, or it turns out that it has none."""

    def __init__(self, game_id: str, client: LichessClient, clock: Clock) -> None:
        """Take the game's id, the server and the time."""
        self.id = game_id
        self._client = client
        self._clock = clock
        self._stream = MoveStream(game_id, client.game_url(game_id))
        self._last = GameUpdate(game_id, Happening.DESCRIBED, GameInfo(url=client.game_url(game_id)))
        self._over = False
        self._described = False
        self._jitter = Random()

    async def follow(self, emit: Emit) -> None:
        """Emit an update for everything that is learnt; returns when there is nothing more to learn."""
        try:
            while not self._over:
                await self._follow_once(emit)
        except NotFoundError as error:
            # Only an aborted game is removed after it was seen.
            self._emit(emit, Happening.VOID if self._stream.moves else Happening.MISSING, reason=str(error))
        except TokenError as error:
            self._emit(emit, Happening.LOST, reason=str(error))
            log.error("token refused", game=self.id, reason=str(error))

    async def _follow_once(self, emit: Emit) -> None:
        """Try to get on until some progress was made; the pauses between tries grow only while there is none."""
        retries = stamina.retry_context(
            on=_is_passing, attempts=None, timeout=None, wait_initial=1.0, wait_max=60.0, wait_jitter=2.0
        )
        async for attempt in retries:
            with attempt:
                known = len(self._stream.moves)
                try:
                    await self._connect(emit)
                except LichessError as error:
                    if not _is_passing(error):
                        raise
                    log.warning("stream lost", game=self.id, reason=str(error))
                    self._emit(emit, Happening.LOST, reason=str(error))
                    if len(self._stream.moves) == known:
                        raise
                    pause_ms = RECONNECT_MS + self._jitter.randrange(RECONNECT_MS)
                    await self._clock.sleep_until_ms(self._clock.now_ms() + pause_ms)

    async def _connect(self, emit: Emit) -> None:
        """Read the stream once, from opening it to its end; settle the game if that was the end of the game."""
        self._stream.reconnect()
        async with self._client.stream_game(self.id) as chunks:
            ended = await self._read(chunks, emit)
        if self._over:
            return
        if not self._described:
            raise LichessError("the stream ended before it described the game")
        if not ended and not await self._is_over():
            raise LichessError("the stream ended before the game")
        await self._settle(emit)

    async def _read(self, chunks: AsyncIterator[bytes], emit: Emit) -> bool:
        """Take everything that the stream says; whether it said that the game has ended."""
        progress_ms = self._clock.now_ms()
        while True:
            try:
                data = await within(self._clock, SILENCE_MS, anext(chunks, b""))
            except TimeoutError:
                raise LichessError(f"nothing was heard for {SILENCE_MS // 1000} s") from None
            events = self._stream.feed(data) if data else self._stream.eof()
            for event in events:
                if self._take(event, emit):
                    return True
            if any(isinstance(event, Moved) for event in events):
                progress_ms = self._clock.now_ms()
            elif self._clock.now_ms() - progress_ms >= QUIET_MS:
                if await self._is_over():
                    return True
                progress_ms = self._clock.now_ms()
            if not data:
                return False

    def _take(self, event: Described | Moved | Finished | Malformed, emit: Emit) -> bool:
        """Turn an event of the stream into an update; whether nothing is to be read after it."""
        match event:
            case Described(info):
                # A game without a clock is not shown late.
                behind = 0 if info.speed == "correspondence" else PLIES_BEHIND
                self._last = replace(self._last, info=info, plies_behind=behind)
                self._described = True
                if info.variant not in VARIANTS:
                    self._over = True
                    self._emit(emit, Happening.VARIANT, reason=f"the variant {info.variant} is not scored")
                    return True
                self._emit(emit, Happening.DESCRIBED)
            case Moved(moves, clocks):
                self._last = replace(self._last, moves=moves, clocks=clocks)
                self._emit(emit, Happening.MOVED)
            case Finished(finish, offers):
                self._last = replace(self._last, finish=finish, offers=offers, plies_behind=0)
                self._emit(emit, _end_of(finish))
                return True
            case Malformed(reason, gap):
                log.warning("line not used", game=self.id, reason=reason)
                if gap:
                    raise LichessError(reason)
        return False

    async def _is_over(self) -> bool:
        """Ask the export whether the game has ended; it may have been removed, which only an aborted game is."""
        try:
            return (await self._client.export(self.id)).status not in ("created", "started")
        except NotFoundError:
            if self._stream.moves:
                return True
            raise

    async def _settle(self, emit: Emit) -> None:
        """Replace what was seen by the complete record, which is the truth."""
        self._over = True
        try:
            record = await self._record()
        except LichessError as error:
            removed = isinstance(error, NotFoundError) and self._last.finish is None
            log.error("not settled", game=self.id, reason=str(error))
            self._emit(emit, Happening.VOID if removed else Happening.LOST, reason=str(error))
            return
        self._last = replace(
            self._last,
            moves=record.moves or self._last.moves,
            clocks=record.clocks,
            offers=record.offers,
            finish=record.finish,
            plies_behind=0,
        )
        void = _end_of(record.finish) is Happening.VOID
        self._emit(emit, Happening.VOID if void else Happening.SETTLED)

    async def _record(self) -> Record:
        """The record, asked for until the server has it; it may lag behind the stream."""
        retries = stamina.retry_context(
            on=_is_passing, attempts=8, timeout=None, wait_initial=1.0, wait_max=60.0, wait_jitter=2.0
        )
        async for attempt in retries:
            with attempt:
                return await fetch_record(self._client, self.id)
        raise AssertionError("the last attempt returns or raises")

    def _emit(self, emit: Emit, happening: Happening, reason: str = "") -> None:
        emit(replace(self._last, happening=happening, reason=reason))


def _is_passing(error: Exception) -> bool:
    """Whether trying again may help."""
    return isinstance(error, LichessError) and not isinstance(error, NotFoundError | TokenError)


def _end_of(finish: Finish) -> Happening:
    return Happening.VOID if finish.outcome == "void" else Happening.ENDED

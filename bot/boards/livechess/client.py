"""The connection to LiveChess, opened again as often as it breaks; LiveChess may be started later than this program."""

from collections.abc import Callable
from random import Random
from typing import NoReturn

import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException

from bot.boards.livechess.session import Hearer, Session
from bot.clock import Clock, within
from bot.lichess.retry import pause_ms, rest
from bot.together import together
from bot.trouble import tell_trouble

log = structlog.get_logger()

ASK_MS = 5_000
"""How often it is asked which boards there are: they come and go."""
ANSWER_MS = 15_000
"""A LiveChess that has not answered for so long is opened anew."""
LONGEST_PAUSE_MS = 5_000
"""LiveChess is close by: a show waits for it, and it does not mind being asked."""
MAX_BYTES = 1 << 20
"""The longest message that is read."""


class _LostError(Exception):
    """The connection is not there, or is of no use; the text says why."""


class LiveChessClient:
    """Tells of all boards of one LiveChess."""

    def __init__(
        self,
        url: str,
        clock: Clock,
        hearer: Hearer,
        *,
        received: Callable[[bytes], None] = lambda _frame: None,
        random: Random | None = None,
    ) -> None:
        """Take its address, the time, who hears of the boards, and who keeps frames as they came; see `Session`."""
        self._url = url
        self._clock = clock
        self._hearer = hearer
        self._received = received
        self._random = random or Random()
        self._told = ""

    async def run(self) -> NoReturn:
        """Tell of boards until cancelled."""
        tries = 0
        while True:
            session = Session(self._hearer, self._received)
            heard = False
            try:
                async with await self._open() as connection:
                    heard = True
                    self._note("")
                    self._hearer.connected()
                    await self._talk(connection, session)
            except _LostError as error:
                self._note(str(error))
                self._hearer.disconnected(str(error))
            tries = 1 if heard else tries + 1
            await rest(self._clock, min(pause_ms(tries, self._random), LONGEST_PAUSE_MS))

    async def _open(self) -> ClientConnection:
        async def opened() -> ClientConnection:
            return await connect(
                self._url,
                proxy=None,
                open_timeout=None,
                ping_interval=None,  # whether LiveChess answers is seen by its answers
                close_timeout=1,
                max_size=MAX_BYTES,
            )

        try:
            return await within(self._clock, ANSWER_MS, opened())
        except TimeoutError:
            raise _LostError("LiveChess does not answer") from None
        except InvalidHandshake:
            raise _LostError("what answers there is not LiveChess") from None
        except (OSError, WebSocketException, EOFError):
            raise _LostError("LiveChess cannot be reached; is it running?") from None

    async def _talk(self, connection: ClientConnection, session: Session) -> None:
        """Ask and listen until the connection breaks; raises `_LostError` then."""
        try:
            async with together() as group:
                group.create_task(self._keep_asking(connection, session))
                async for frame in connection:
                    for answer in session.take(frame):
                        await connection.send(answer)
                raise _LostError("LiveChess has closed the connection")
        except ConnectionClosed as error:
            too_long = error.sent is not None and error.sent.code == 1009
            reason = "LiveChess sent a message that is too long" if too_long else "the connection to LiveChess broke"
            raise _LostError(reason) from None

    async def _keep_asking(self, connection: ClientConnection, session: Session) -> None:
        while True:
            await connection.send(session.ask())
            asked_ms = self._clock.now_ms()
            await self._clock.sleep_until_ms(asked_ms + ASK_MS)
            if session.waits:
                await self._clock.sleep_until_ms(asked_ms + ANSWER_MS)
            if session.waits:
                raise _LostError("LiveChess does not answer")

    def _note(self, reason: str) -> None:
        """Say once what is wrong, and when it is not any more."""
        if reason and reason != self._told:
            log.warning("boards not heard", reason=reason)
        self._told = reason
        tell_trouble(reason or None)

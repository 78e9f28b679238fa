"""Trying again: pauses by the injected clock, which grow only while nothing is gained."""

from collections.abc import Awaitable, Callable
from random import Random

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from bot.clock import Clock
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.trouble import tell_trouble

FIRST_PAUSE_MS = 1_000
"""The server has to notice that the old connection is gone, for it counts."""
LONGEST_PAUSE_MS = 60_000


def is_passing(error: BaseException) -> bool:
    """Whether trying again may help."""
    return isinstance(error, LichessError) and not isinstance(error, NotFoundError | TokenError)


async def rest(clock: Clock, ms: int) -> None:
    """Do nothing for some milliseconds of a clock."""
    await clock.sleep_until_ms(clock.now_ms() + ms)


def pause_ms(tries: int, random: Random) -> int:
    """How long to wait after so many vain tries: about 1, 2, 4 … 60 s, a little more by chance."""
    steps = min(tries - 1, 10)
    return min(FIRST_PAUSE_MS << steps, LONGEST_PAUSE_MS) + random.randrange(FIRST_PAUSE_MS)


async def persist(
    connect: Callable[[], Awaitable[None]],
    *,
    progress: Callable[[], object],
    lost: Callable[[LichessError], None],
    clock: Clock,
    random: Random,
    passing: Callable[[BaseException], bool] = is_passing,
) -> None:
    """Connect until that ends by itself; raises only the errors that trying again does not help against.

    `lost` is told of every connection that broke. The pauses grow while `progress()` stays the same from one
    connection to the next.
    """

    async def sleep(seconds: float) -> None:
        await rest(clock, round(seconds * 1000))

    def wait(state: RetryCallState) -> float:
        return pause_ms(state.attempt_number, random) / 1000

    through = False
    while not through:
        async for attempt in AsyncRetrying(retry=retry_if_exception(passing), wait=wait, sleep=sleep, reraise=True):
            with attempt:
                known = progress()
                try:
                    await connect()
                    through = True
                except LichessError as error:
                    if not passing(error):
                        raise
                    lost(error)
                    tell_trouble(str(error))
                    if progress() == known:
                        raise
        if not through:
            await rest(clock, pause_ms(1, random))

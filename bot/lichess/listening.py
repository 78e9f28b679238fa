"""Listening to a stream that is never silent for long: it sends a sign of life, or it is dead."""

from collections.abc import AsyncIterator, Callable

from bot.clock import Clock, within
from bot.lichess.errors import LichessError


async def listen(
    chunks: AsyncIterator[bytes], silence_ms: int, clock: Clock, heard: Callable[[], None]
) -> AsyncIterator[bytes]:
    """The bytes of a stream as they come, to its end; `heard` is called for all of them, signs of life included.

    Raises `LichessError` when nothing was heard for `silence_ms` milliseconds.
    """
    while True:
        try:
            data = await within(clock, silence_ms, anext(chunks, b""))
        except TimeoutError:
            raise LichessError(f"nothing was heard for {silence_ms // 1000} s") from None
        if not data:
            return
        heard()
        yield data

"""Lists that come as lines of JSON, each asked for as the one request of the moment."""

from collections.abc import AsyncGenerator, Mapping
from typing import TypeVar

import msgspec

from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.listening import listen
from bot.lichess.ndjson import LineSplitter

T = TypeVar("T")

SILENCE_MS = 60_000


async def fetch_lines(
    client: LichessClient,
    path: str,
    what: str,
    kind: type[T],
    *,
    params: Mapping[str, str] | None = None,
    body: str | None = None,
) -> AsyncGenerator[T, None]:
    """Everything of an answer as it comes; lines that do not fit are left out. Raises `LichessError` when it broke off.

    To be read to its end: until then nothing else can be asked.
    """
    decode = msgspec.json.Decoder(kind).decode
    lines = LineSplitter()
    async with client.governor.turn(), client.stream(path, what, params=params, body=body) as chunks:
        async for data in listen(chunks, SILENCE_MS, client.governor.clock, lambda: None):
            for line in lines.feed(data):
                try:
                    message = decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                    continue
                yield message
    if lines.rest.strip():
        raise LichessError(f"{what}: the answer ended in the middle of a line")

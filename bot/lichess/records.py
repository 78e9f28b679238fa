"""Records of many games in one request: what running games show, and what settles those that are over.

The export of a running game is three plies late. With `complete` it brings the PGN with comments, the only place that
tells draw offers.
"""

from collections.abc import AsyncGenerator, Sequence

import msgspec

from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError
from bot.lichess.listening import listen
from bot.lichess.ndjson import LineSplitter
from bot.lichess.wire import ExportedGame

MAX_IDS = 300
SILENCE_MS = 30_000

_decode = msgspec.json.Decoder(ExportedGame).decode
_OPTIONS = {"moves": "true", "clocks": "true", "evals": "false", "opening": "false", "division": "false"}
_COMPLETE = {**_OPTIONS, "pgnInJson": "true", "literate": "true"}


async def fetch_records(
    client: LichessClient, ids: Sequence[str], *, complete: bool
) -> AsyncGenerator[ExportedGame, None]:
    """Ask for at most 300 games; gives them as they come, without those that do not exist.

    Raises `LichessError` when the answer broke off, or something in it could not be read: then a game that did not come
    may exist all the same.
    """
    options = _COMPLETE if complete else _OPTIONS
    unread = 0
    lines = LineSplitter()
    async with (
        client.governor.turn(),
        client.stream("/api/games/export/_ids", "records", params=options, body=",".join(ids)) as chunks,
    ):
        async for data in listen(chunks, SILENCE_MS, client.governor.clock, lambda: None):
            for line in lines.feed(data):
                try:
                    game = _decode(line)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                    unread += 1
                else:
                    yield game
    if unread or lines.rest.strip():
        raise LichessError("some of the records could not be read")


async def exists(client: LichessClient, game_id: str) -> bool:
    """Whether the server has a record of a game: what lists leave out is asked for alone before it is believed."""
    path = f"/game/export/{game_id}"
    try:
        async with client.governor.turn(), client.stream(path, f"game {game_id}", params={"moves": "false"}):
            return True
    except NotFoundError:
        return False

"""Many records in one request: what of an answer is used, and when it counts as whole."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest

from bot.clock import ManualClock
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError
from bot.lichess.governor import Governor
from bot.lichess.records import SILENCE_MS, fetch_records

ONE = b'{"id":"game0001","status":"started","moves":"e4"}\n'
TWO = b'{"id":"game0002","status":"resign","winner":"white","moves":"e4 e5"}\n'


class Answering(LichessClient):
    """Gives one answer in pieces; None among them is silence."""

    def __init__(self, *pieces: bytes | None) -> None:
        super().__init__("http://127.0.0.1:9", Governor(ManualClock()))
        self.pieces = pieces
        self.asked: list[tuple[str, Mapping[str, str] | None, str | None]] = []
        self.under_way = self.most = 0

    @asynccontextmanager
    async def stream(
        self,
        path: str,
        what: str,
        *,
        accept: str = "",
        params: Mapping[str, str] | None = None,
        body: str | None = None,
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        self.asked.append((path, params, body))
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            yield self.bytes()
        finally:
            self.under_way -= 1

    async def bytes(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            await asyncio.sleep(0)
            if piece is None:
                await asyncio.Event().wait()
                continue
            yield piece


async def ids_in(client: LichessClient, ids: list[str] | None = None, *, complete: bool = False) -> list[str]:
    """The ids of all records; `ids` gets them one by one."""
    ids = [] if ids is None else ids
    async for game in fetch_records(client, ["game0001", "game0002"], complete=complete):
        ids += [game.id]
    return ids


@pytest.mark.parametrize(
    ("complete", "more"), [(False, {}), (True, {"pgnInJson": "true", "literate": "true"})], ids=["plain", "complete"]
)
async def test_what_is_asked(complete: bool, more: dict[str, str]) -> None:
    client = Answering(ONE, TWO)
    assert await ids_in(client, complete=complete) == ["game0001", "game0002"]
    ((path, params, body),) = client.asked
    assert (path, body) == ("/api/games/export/_ids", "game0001,game0002")
    options = {"moves": "true", "clocks": "true", "evals": "false", "opening": "false", "division": "false"}
    assert params == options | more


WHOLE = {
    "nothing": ([], []),
    "blank lines": ([b"\n\n", ONE, b"\n"], ["game0001"]),
    "byte by byte": ([bytes([byte]) for byte in ONE + TWO], ["game0001", "game0002"]),
    "one twice": ([ONE, ONE], ["game0001", "game0001"]),
    "one that was not asked for": ([ONE.replace(b"0001", b"0009")], ["game0009"]),
    "keys that nobody knows": ([ONE.replace(b"{", b'{"future":[{}],', 1)], ["game0001"]),
}


@pytest.mark.parametrize(("pieces", "ids"), WHOLE.values(), ids=WHOLE)
async def test_a_whole_answer(pieces: list[bytes], ids: list[str]) -> None:
    assert await ids_in(Answering(*pieces)) == ids


BROKEN = {
    "no JSON": b"<html>\n",
    "another shape": b'{"id":"game0003"}\n',
    "no object": b"[]\n",
    "wrong types": b'{"id":"game0003","status":"started","clocks":["1"]}\n',
    "no UTF-8": b'{"id":"game0003","status":"started","moves":"\xff"}\n',
    "far too deep": b'{"id":"game0003","status":"started","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
    "cut off": TWO[:20],
    "cut off in a character": b'{"id":"game0003","speed":"\xc3',
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN)
async def test_what_can_be_read_is_given_before_the_rest_is_called_unread(line: bytes) -> None:
    """Then nobody may believe that a game which did not come does not exist."""
    ids: list[str] = []
    whole = line.endswith(b"\n")
    pieces = [ONE, line, TWO] if whole else [ONE, line]
    with pytest.raises(LichessError, match=r"^some of the records could not be read$"):
        await ids_in(Answering(*pieces), ids)
    assert ids == (["game0001", "game0002"] if whole else ["game0001"])


async def test_silence_is_not_waited_for_for_ever() -> None:
    client = Answering(ONE, None)
    asking = asyncio.create_task(ids_in(client))
    clock = client.governor.clock
    assert isinstance(clock, ManualClock)
    await clock.advance(SILENCE_MS - 1)
    assert not asking.done()
    await clock.advance(1)
    with pytest.raises(LichessError, match=r"^nothing was heard for 30 s$"):
        await asking


async def test_one_request_at_a_time() -> None:
    client = Answering(ONE, TWO)
    answers = await asyncio.gather(*(ids_in(client) for _ in range(5)))
    assert set(itertools.chain(*answers)) == {"game0001", "game0002"}
    assert (len(client.asked), client.most) == (5, 1)

"""What any node asks the bot for: each ask is done once at most, and whoever asks is told if it was not answered.

An ask is a line of a stream. The bot moves a cursor past it before it does it, so neither a retry nor a restart does it
twice. The answer is a list of its own, which expires.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

from overlay.bus.connect import AWAY, WAIT_S, Outage, promptly
from overlay.bus.lease import Lease
from overlay.bus.no_answer import NoAnswer

log = logging.getLogger(__name__)

Handler = Callable[[bytes], Awaitable[bytes]]
IN_TURN = "act"
"""Asks of this kind are done one after the other, in the order in which they came."""
CHANGING = (IN_TURN, "correct")
"""Asks of these kinds change something."""
AT_ONCE = 8
"""So many others are done at the same time;"""
WAITING = 40
"""so many of a node may wait for their answer, and as many changes beside them."""
RETRY_S = 0.2
ANSWER_LASTS_MS = 30_000

_ASK = """
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('set', KEYS[2], 1, 'NX', 'PX', 4 * ARGV[4]) then
    local till = string.format('%.0f', now + ARGV[4])
    redis.call('xadd', KEYS[1], 'MAXLEN', '~', 1000, '*', 'id', ARGV[1], 'kind', ARGV[2], 'body', ARGV[3], 'till', till)
end
return 1
"""
_CLAIM = """
if redis.call('get', KEYS[1]) ~= ARGV[1] then return {} end
local cursor = redis.call('get', KEYS[3]) or '0-0'
local asks = redis.call('xrange', KEYS[2], '(' .. cursor, '+', 'COUNT', 16)
if #asks > 0 then
    cursor = asks[#asks][1]
    redis.call('set', KEYS[3], cursor)
end
local time = redis.call('time')
return {cursor, time[1] * 1000 + math.floor(time[2] / 1000), asks}
"""


class Asks:
    """A node's side."""

    def __init__(self, redis: Redis, name: str) -> None:
        self._redis = redis
        self._name = name
        self._script = redis.register_script(_ASK)
        self._places = asyncio.Semaphore(WAITING)
        self._places_for_changes = asyncio.Semaphore(WAITING)  # anybody may ask for the rest

    async def ask(self, kind: str, body: bytes, timeout_s: float = 10) -> bytes:
        """Let the bot do this, and wait for its answer. Raises `NoAnswer`; the bot does not begin later than that."""
        ask_id, told = secrets.token_hex(16), b""
        places = self._places_for_changes if kind in CHANGING else self._places
        key, keys = _answer_key(self._name, ask_id), [f"{self._name}:asks", f"{self._name}:ask:{ask_id}"]
        end = _now() + timeout_s
        why = "the bus cannot be reached, so the bot was not asked"
        try:
            async with asyncio.timeout(timeout_s), places:
                await _insist(lambda: self._script(keys=keys, args=[ask_id, kind, body, _ms(end - _now())]))
                why = "the bot has not answered"
                if kind in CHANGING:
                    why += "; look whether it was done before you try again"
                while not told:  # taken from the list and put back, so that a lost connection loses nothing
                    told = await _insist(lambda: self._redis.blmove(key, key, WAIT_S, "LEFT", "LEFT"))
        except TimeoutError:
            raise NoAnswer(why) from None
        if told[:1] != b"+":
            raise NoAnswer("the bot could not do this; its log says why")
        return told[1:]


@dataclass(frozen=True, slots=True)
class _Ask:
    """Something that is asked for; it must not be begun later than `till`, by the time of the event loop."""

    id: str
    kind: str
    body: bytes
    till: float


class Answers:
    """The bot's side."""

    def __init__(self, redis: Redis, name: str, lease: Lease) -> None:
        self._redis = redis
        self._name = name
        self._lease = lease
        self._stream = f"{name}:asks"
        self._script = redis.register_script(_CLAIM)
        self._outage = Outage("what is asked for")
        self._turn = asyncio.Lock()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._claimed: deque[str] = deque(maxlen=1000)  # Redis may come back as it was before it was told of a claim

    async def run(self, handlers: Mapping[str, Handler]) -> None:
        """Do what is asked for until cancelled, however often Redis goes and comes back."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                try:
                    cursor, asks = await self._claim()
                    self._outage.end()
                    for ask in asks:
                        tasks.create_task(self._do(ask, handlers))
                    if cursor is None:
                        await asyncio.sleep(RETRY_S)
                    elif not asks:
                        await promptly(self._redis.xread({self._stream: cursor}, count=1, block=1000 * WAIT_S))
                except AWAY as error:
                    self._outage.begin(error)
                    await asyncio.sleep(RETRY_S)

    async def _claim(self) -> tuple[bytes | None, list[_Ask]]:
        """The cursor, and the asks that nobody has claimed before; no cursor while the lease is not ours."""
        keys = [self._lease.key, self._stream, f"{self._name}:cursor"]
        claimed = await promptly(self._script(keys=keys, args=[self._lease.value]))
        if not claimed:
            return None, []
        cursor, now_ms, lines = claimed
        asks = [ask for line in lines if (ask := _read(line[1], now_ms)) and ask.id not in self._claimed]
        self._claimed.extend(ask.id for ask in asks)
        return cursor, asks

    async def _do(self, ask: _Ask, handlers: Mapping[str, Handler]) -> None:
        async with self._turn if ask.kind == IN_TURN else self._places:
            if _now() > ask.till:
                level = logging.WARNING if ask.kind in CHANGING else logging.INFO
                log.log(level, "what was asked for (%s) came too late and is not done", ask.kind)
                return
            try:
                answer = b"+" + await handlers[ask.kind](ask.body)
            except Exception:  # whatever goes wrong with one ask, the next one is done
                log.exception("what was asked for (%s) could not be done", ask.kind)
                answer = b"-"
        await self._answer(ask, answer)

    async def _answer(self, ask: _Ask, answer: bytes) -> None:
        key = _answer_key(self._name, ask.id)

        async def put() -> None:
            async with self._redis.pipeline(transaction=True) as pipe:
                pipe.rpush(key, answer)
                pipe.pexpire(key, ANSWER_LASTS_MS)
                await pipe.execute()

        try:
            async with asyncio.timeout(ANSWER_LASTS_MS / 1000):
                await _insist(put)
        except TimeoutError:
            log.warning("an answer (%s) could not be given", ask.kind)


async def _insist(what: Callable[[], Awaitable[Any]]) -> Any:
    """Do something with Redis, again and again until it is there."""
    while True:
        try:
            return await promptly(what())
        except AWAY:
            await asyncio.sleep(RETRY_S)


def _answer_key(name: str, ask_id: str) -> str:
    return f"{name}:answer:{ask_id}"


def _read(line: list[bytes], now_ms: int) -> _Ask | None:
    """An ask out of its line in the stream; None if nobody asks like that."""
    fields = dict(zip(line[::2], line[1::2], strict=False))
    try:
        till = _now() + (int(fields[b"till"]) - now_ms) / 1000
        return _Ask(fields[b"id"].decode(), fields[b"kind"].decode(), fields[b"body"], till)
    except (KeyError, ValueError):
        return None


def _ms(seconds: float) -> int:
    return max(1, int(seconds * 1000))


def _now() -> float:
    return asyncio.get_running_loop().time()

"""How the bot's states come to Redis: one script keeps and tells them, so what is kept and what was told never differ.

It does nothing unless the lease is ours and nobody has told anything since, which also shows when Redis has come back
with less than it had.
"""

from collections.abc import Mapping
from typing import Literal

from redis.asyncio import Redis

from overlay.bus.connect import promptly
from overlay.bus.lease import Lease
from overlay.bus.past import Keeping
from overlay.bus.wire import Entry, Kept, Keys, Sign

_TELL = """
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
local last = redis.call('hget', KEYS[2], 'number') or ''
if (tonumber(last) and last or '') ~= ARGV[2] then return 0 end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local number = tonumber(ARGV[2]) or now
local function tell(topic, value)
    redis.call('publish', KEYS[3], string.format('%.0f', number) .. ' ' .. topic .. ' ' .. value)
end
local lasts = tonumber(ARGV[4])
local function keep(topic, value)
    redis.call('xadd', KEYS[4], 'MINID', string.format('%.0f', now - lasts), '*', topic, value)
    redis.call('pexpire', KEYS[4], lasts)
end
for i = 5, #ARGV, 3 do
    local topic, value, keeps = ARGV[i], ARGV[i + 1], ARGV[i + 2] == '1'
    local before, gone = redis.call('hget', KEYS[3], topic), string.sub(value, -1) == '\\n'
    if before and keeps then keep(topic, before) end
    if before and gone and lasts > 0 then keep(topic, value) end
    if gone then
        redis.call('hdel', KEYS[3], topic)
    else
        redis.call('hset', KEYS[3], topic, value)
    end
    number = number + 1
    tell(topic, value)
end
if ARGV[3] == '!whole' or ARGV[3] == '!end' then number = number + 1 end
if ARGV[3] == '!whole' then redis.call('hset', KEYS[2], 'whole', 1) end
redis.call('hset', KEYS[2], 'number', string.format('%.0f', number), 'heard', string.format('%.0f', now))
if ARGV[3] == '!end' then
    redis.call('hdel', KEYS[2], 'heard')
    redis.call('del', KEYS[1])
end
if ARGV[3] ~= '' then tell(ARGV[3], '0 0 0\\n') end
return number
"""

_FIRST = "desk"  # nodes must know the delay before they hear what is held back


class NotOursError(Exception):
    """Redis is not as we left it, or the lease is not ours."""


class Telling:
    """Tells, on from what Redis keeps.

    Attributes:
        told: What Redis keeps of each topic, encoded.
    """

    def __init__(self, redis: Redis, keys: Keys, lease: Lease, keeping: Keeping) -> None:
        """`keeping` says which states are kept when they are replaced."""
        self.told: dict[str, bytes] = {}
        self._script = redis.register_script(_TELL)
        self._keys = [lease.key, keys.about, keys.states, keys.past]
        self._lease = lease
        self._keeping = keeping
        self._number: int | None = None

    def go_on(self, kept: Kept) -> None:
        """Go on from what Redis keeps."""
        self._number, self.told = kept.number, {topic: entry.body for topic, entry in kept.states.items()}

    async def tell(self, entries: Mapping[str, Entry], sign: Sign | Literal[""]) -> None:
        """Let Redis keep and tell these, and then a sign. Raises `AWAY`, `NotOursError`."""
        before = "" if self._number is None else self._number
        arguments: list[bytes | str | int] = [self._lease.value, before, sign, self._keeping.lasts_ms]
        for topic in sorted(entries, key=lambda topic: topic != _FIRST):
            keeps = topic in self.told and self._keeping.keeps(topic)
            arguments += [topic, entries[topic].packed(), int(keeps)]
        number = await promptly(self._script(keys=self._keys, args=arguments))
        if not number:
            raise NotOursError("the lease is not ours, or Redis has lost something")
        self._number = int(number)
        for topic, entry in entries.items():
            if entry.body:
                self.told[topic] = entry.body
            else:
                self.told.pop(topic, None)

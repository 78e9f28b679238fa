"""How states stand in Redis, and how they are told: a line about the state, and below it the state in JSON."""

from dataclasses import dataclass, field
from typing import Literal

from redis.asyncio import Redis

from overlay.bus.connect import promptly
from overlay.bus.moments import Moments

MEASUREMENTS = 5

Sign = Literal["!alive", "!whole", "!end"]
"""What stands in the place of a topic where the bot tells of itself: it is there; the kept states are now all that
there are; it ends."""


class Garbled(ValueError):  # noqa: N818 - it says what the matter is
    """Something that no bot has told."""


class Keys:
    """The names under which a bus keeps its states. Its news are told on the channel that is named like `states`."""

    def __init__(self, name: str) -> None:
        self.states = f"{name}:states"
        self.about = f"{name}:about"
        self.past = f"{name}:past"


@dataclass(frozen=True, slots=True)
class Entry:
    """A version of a topic. Times are of Redis's clock.

    `since_ms` is the moment since when it is true, `heard_ms` that at which the server said it, 0 for none. An empty
    body: the topic has no state any more.
    """

    version: int
    since_ms: int
    heard_ms: int
    body: bytes

    def packed(self) -> bytes:
        """As it stands in Redis."""
        return b"%d %d %d\n%b" % (self.version, self.since_ms, self.heard_ms, self.body)

    @classmethod
    def unpacked(cls, value: bytes) -> "Entry":
        """What `packed` made. Raises `Garbled`."""
        head, newline, body = value.partition(b"\n")
        numbers = head.split(b" ")
        if not newline or len(numbers) != 3 or not all(map(_is_number, numbers)):
            raise Garbled
        version, since_ms, heard_ms = map(int, numbers)
        return cls(version, since_ms, heard_ms, body)


@dataclass(frozen=True, slots=True)
class News:
    """Something that was told: the topic, or a `Sign`, with the number of the message on this bus."""

    number: int
    topic: str
    entry: Entry

    @classmethod
    def unpacked(cls, message: bytes) -> "News":
        """A message of the channel. Raises `Garbled`."""
        number, _, rest = message.partition(b" ")
        topic, _, value = rest.partition(b" ")
        if not _is_number(number) or not topic.isascii():
            raise Garbled
        return cls(int(number), topic.decode(), Entry.unpacked(value))


@dataclass(frozen=True, slots=True)
class Kept:
    """What Redis keeps, all of one moment.

    `number` is that of the last message; None: nobody has told anything yet. `heard_ms` is when the bot was last heard;
    None: it has ended. `whole`: there are no other states. `garbled`: topics whose value cannot be read.
    """

    states: dict[str, Entry]
    number: int | None
    heard_ms: int | None
    whole: bool
    garbled: set[str] = field(default_factory=set)


async def measure(redis: Redis, moments: Moments) -> None:
    """Measure the time, more than once: a program that has just begun is busy, and its answers come late."""
    for _ in range(MEASUREMENTS):
        asked_at = moments.clock()
        seconds, micros = await promptly(redis.time())
        moments.measure(asked_at, seconds * 1000 + micros / 1000)


async def read(redis: Redis, keys: Keys, moments: Moments) -> Kept:
    """Read what is kept, and measure the time. Raises `AWAY`."""
    await measure(redis, moments)
    async with redis.pipeline(transaction=True) as pipe:
        pipe.hgetall(keys.states)
        pipe.hgetall(keys.about)
        states, about = await promptly(pipe.execute())
    number, heard_ms = (_number(about.get(name, b"")) for name in (b"number", b"heard"))
    kept = Kept({}, number, heard_ms, about.get(b"whole") == b"1")
    for name, value in states.items():
        topic = name.decode(errors="replace")
        try:
            kept.states[topic] = Entry.unpacked(value)
        except Garbled:
            kept.garbled.add(topic)
    return kept


def _is_number(text: bytes) -> bool:
    return text.isdigit() and len(text) < 17


def _number(text: bytes) -> int | None:
    return int(text) if _is_number(text) else None

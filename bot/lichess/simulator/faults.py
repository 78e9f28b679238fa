"""What can go wrong between Lichess and a client, each as a small object that spoils one answer.

A fault either replaces an answer (`Refuse`) or rewrites the chunks of a stream on their way out. Faults hold no state
and know no chance: which requests they hit is counted by `FaultPlan`, so a run can be repeated exactly.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Final, Literal


class Stop(Enum):
    """How a stream can stop instead of going on."""

    EOF = auto()
    """An orderly end of the answer, wherever it is."""
    CUT = auto()
    """The connection closes without the end mark of the chunked answer."""
    RESET = auto()
    """The connection is reset (TCP RST)."""
    SILENCE = auto()
    """The connection stays open, and nothing comes any more: no line, no keepalive."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes that are written at once. `line` counts the lines of the stream from 0; keepalives have none."""

    data: bytes
    line: int | None = None
    final: bool = False


Step = Chunk | Stop


class Fault:
    """The base of all faults: changes nothing."""

    def rewrite(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The steps to take instead of those that are due at one time."""
        for step in steps:
            if isinstance(step, Chunk):
                yield from self.rewrite_chunk(step)
            else:
                yield step

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The steps to take instead of one chunk."""
        yield chunk


@dataclass(frozen=True)
class Refuse(Fault):
    """An answer that replaces the right one."""

    status: int
    body: str
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()


def _html(title: str) -> str:
    return f"<html>\n<head><title>{title}</title></head>\n<body><h1>{title}</h1></body>\n</html>\n"


NOT_FOUND: Final = Refuse(404, '{"error":"Not found"}')
RATE_LIMIT: Final = Refuse(429, '{"error":"Too many requests. Try again later."}')
RATE_LIMIT_HTML: Final = Refuse(429, _html("lichess.org - too many requests"), "text/html")
SERVER_ERROR: Final = Refuse(500, "Sorry, something went wrong.", "text/plain")
BAD_GATEWAY: Final = Refuse(502, _html("502 Bad Gateway"), "text/html")


@dataclass(frozen=True)
class SlowOpen(Fault):
    """The answer begins only after some time of the simulator's clock."""

    delay_ms: int = 20_000


@dataclass(frozen=True)
class StopAt(Fault):
    """The stream stops before a line (`keep="nothing"`), in its middle, or within a character of several bytes."""

    line: int
    stop: Stop = Stop.EOF
    keep: Literal["nothing", "half", "half_character"] = "nothing"

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The beginning of the line that is kept, then the stop."""
        if chunk.line is None or chunk.line < self.line:
            yield chunk
            return
        if self.keep == "half":
            yield replace(chunk, data=chunk.data[: len(chunk.data) // 2])
        elif self.keep == "half_character":
            accented = _with_keys(chunk, {"note": "é"}).data
            yield replace(chunk, data=accented[: accented.index("é".encode()) + 1])
        yield self.stop


@dataclass(frozen=True)
class ByteByByte(Fault):
    """Every byte comes alone."""

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """One chunk a byte."""
        for byte in chunk.data:
            yield replace(chunk, data=bytes((byte,)))


@dataclass(frozen=True)
class OneChunk(Fault):
    """Lines that are due together come in one chunk."""

    def rewrite(self, steps: Iterable[Step]) -> Iterator[Step]:
        """The chunks joined, stops after them."""
        chunks: list[Chunk] = []
        for step in steps:
            if isinstance(step, Chunk):
                chunks.append(step)
                continue
            yield from self._joined(chunks)
            chunks = []
            yield step
        yield from self._joined(chunks)

    def _joined(self, chunks: list[Chunk]) -> Iterator[Step]:
        if chunks:
            yield replace(chunks[-1], data=b"".join(chunk.data for chunk in chunks))


@dataclass(frozen=True)
class Duplicate(Fault):
    """A line comes twice."""

    line: int

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The line, and the line again."""
        yield chunk
        if chunk.line == self.line:
            yield chunk


@dataclass(frozen=True)
class Lose(Fault):
    """Lines are lost, as Lichess loses the oldest ones for a client that reads too slowly."""

    line: int
    count: int = 1

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """Nothing for the lost lines."""
        if chunk.line is None or not self.line <= chunk.line < self.line + self.count:
            yield chunk


@dataclass(frozen=True)
class FinalLine(Fault):
    """The line that tells the end comes `times` times: 0, the stream just ends, or more than once."""

    times: int

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The final line so many times."""
        for _ in range(self.times if chunk.final else 1):
            yield chunk


@dataclass(frozen=True)
class ExtraKeys(Fault):
    """Every line carries keys that nobody knows."""

    keys: tuple[tuple[str, Any], ...] = (("futureKey", {"nested": [1, 2, 3]}), ("note", "é"))

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The line with the keys."""
        yield chunk if chunk.line is None else _with_keys(chunk, dict(self.keys))


@dataclass(frozen=True)
class UnknownLine(Fault):
    """Before a line comes one of a type that nobody knows."""

    line: int
    data: bytes = b'{"t":"futureType","d":{"x":1}}\n'

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The unknown line, then the right one."""
        if chunk.line == self.line:
            yield Chunk(self.data)
        yield chunk


@dataclass(frozen=True)
class UnknownStatus(Fault):
    """The game ends with a status that did not exist when the client was written."""

    id: int = 61
    name: str = "futureEnd"

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The final line with another status."""
        yield _with_keys(chunk, {"status": {"id": self.id, "name": self.name}}) if chunk.final else chunk


def _with_keys(chunk: Chunk, keys: dict[str, Any]) -> Chunk:
    line = json.dumps(json.loads(chunk.data) | keys, ensure_ascii=False, separators=(",", ":"))
    return replace(chunk, data=line.encode() + b"\n")


@dataclass(slots=True)
class _Rule:
    fault: Fault
    route: str
    game: str | None
    skip: int
    count: int | None


@dataclass(slots=True)
class FaultPlan:
    """Which request meets which faults: counted in the order of the requests, so the same run meets the same faults."""

    _rules: list[_Rule] = field(default_factory=list)

    def add(
        self, fault: Fault, *, route: str = "stream", game: str | None = None, skip: int = 0, count: int | None = 1
    ) -> None:
        """Plan a fault.

        Args:
            fault: What goes wrong.
            route: The kind of request that it hits: `stream`, `export`, `status` or `tv`.
            game: Only requests about this game; None: about any.
            skip: How many such requests pass unharmed first.
            count: How many then are hit; None: all.
        """
        self._rules.append(_Rule(fault, route, game, skip, count))

    def meet(self, route: str, game: str | None = None) -> list[Fault]:
        """The faults that a request meets now, in the order in which they were planned."""
        met = []
        for rule in self._rules:
            if rule.route != route or rule.game not in (None, game):
                continue
            if rule.skip > 0:
                rule.skip -= 1
            elif rule.count is None or rule.count > 0:
                rule.count = None if rule.count is None else rule.count - 1
                met.append(rule.fault)
        return met

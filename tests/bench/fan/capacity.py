"""The capacity of one node in the fan-out bench: as many viewers as it must bear, on twenty topics."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.bench.fan.orders import Publishing
from tests.bench.fan.processes import python
from tests.bench.fan.rounds import CORES, FRAME_BYTES, SERVERS, Measured, Round, sample

VIEWERS = 4000
TOPICS = [f"game/topic{number:02}" for number in range(20)]
SECONDS = 10
MEMORY_KB = 25
TAIL = 10
"""So many times the median is the 99th percentile at most."""


@dataclass(frozen=True)
class Capacity:
    """One node with so many viewers of one topic each, who are told of it once a second."""

    memory_kb: float
    spread: Measured
    together: Measured


def capacity() -> Capacity:
    """Measure it: the topics spread over the second, and then all at the same moment."""
    with SERVERS["unruh"]() as server, python(CORES[-1], "crowd") as crowd:
        node = Round(server, crowd)
        memory_kb = node.memory_kb(VIEWERS, TOPICS)
        state = sample(FRAME_BYTES)
        spread, together = (
            node.measure(Publishing(state, SECONDS, 1.0, TOPICS, together=together)) for together in (False, True)
        )
        return Capacity(memory_kb, spread, together)


def lines(found: Capacity) -> Iterable[str]:
    """What was measured, in Markdown."""
    yield f"\n{VIEWERS:,} viewers of {len(TOPICS)} topics, one state a second each:\n"
    yield "| topics | median | p99 | slowest | CPU a delivery | server busy | viewers' process busy | memory a viewer |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for name, one in (("spread over the second", found.spread), ("all at once", found.together)):
        seen, busy = one.seen, one.cpu_us * one.seen.deliveries / SECONDS / 1e6
        yield (
            f"| {name} | {seen.median_ms:.1f} ms | {seen.p99_ms:.1f} ms | {seen.slowest_ms:.1f} ms "
            f"| {one.cpu_us:.1f} µs | {busy:.0%} | {one.crowd_busy:.0%} | {found.memory_kb:.0f} KB |"
        )


def broken(found: Capacity) -> Iterable[str]:
    """The limits that were broken, each in one sentence."""
    if found.memory_kb > MEMORY_KB:
        yield f"capacity: {found.memory_kb:.1f} KB a viewer (at most {MEMORY_KB})"
    for one in (found.spread, found.together):
        seen = one.seen
        if seen.p99_ms >= TAIL * seen.median_ms:
            yield f"capacity: p99 {seen.p99_ms:.1f} ms is {TAIL} times the median {seen.median_ms:.1f} ms"
        if (seen.viewers, seen.fewest, seen.most) != (VIEWERS, SECONDS, SECONDS):
            yield f"capacity: {seen.viewers} of {VIEWERS} viewers stayed, with {seen.fewest} to {seen.most} states"

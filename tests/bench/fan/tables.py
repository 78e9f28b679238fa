"""What the rounds of the fan-out bench come to: a table, and which limits were broken."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

from tests.bench.fan.rounds import Measured, Result

OURS = "unruh"
PYTHON_PEERS = ("picows", "websockets", "aiohttp")
HEAD = """\
| viewers | server | CPU a delivery | to the best Python peer | median | p99 | last viewer | slowest | memory a viewer |
|---:|---|---:|---:|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Row:
    """The medians of all turns of one server with so many viewers, with or without stalled ones.

    `cpu_each_us` are the turns. `flush_ms` is how long it takes until the last healthy viewer has a state, `slowest_ms`
    the worst of all deliveries.
    """

    cpu_each_us: list[float]
    median_ms: float
    p99_ms: float
    flush_ms: float
    slowest_ms: float
    memory_kb: float
    crowd_busy: float

    @property
    def cpu_us(self) -> float:
        """CPU time a delivery."""
        return median(self.cpu_each_us)

    def ratio(self, peer: "Row") -> float:
        """How many times the CPU time of a peer it takes, turn by turn."""
        return median(mine / theirs for mine, theirs in zip(self.cpu_each_us, peer.cpu_each_us, strict=True))


Case = tuple[int, bool]
"""How many viewers, and whether there are stalled ones besides."""
Rows = dict[Case, dict[str, Row | None]]
"""None for a server that came to a stop."""


def rows_of(results: dict[int, dict[str, Result]]) -> Rows:
    """What was measured, without stalled viewers and then with them."""
    return {
        (viewers, stalled): {name: _row(result, stalled=stalled) for name, result in names.items()}
        for stalled in (False, True)
        for viewers, names in results.items()
        if not stalled or any(result.stalled or result.stuck for result in names.values())
    }


def _row(result: Result, *, stalled: bool) -> Row | None:
    if stalled and result.stuck:
        return None
    measured = result.stalled if stalled else result.healthy

    def middle(number: Callable[[Measured], float]) -> float:
        return median(map(number, measured))

    return Row(
        [one.cpu_us for one in measured],
        middle(lambda one: one.seen.median_ms),
        middle(lambda one: one.seen.p99_ms),
        middle(lambda one: one.seen.flush_ms),
        middle(lambda one: one.seen.slowest_ms),
        result.memory_kb,
        middle(lambda one: one.crowd_busy),
    )


def best_peer(rows: dict[str, Row | None]) -> Row | None:
    """The Python peer that takes the least CPU time; None if none was measured."""
    peers = [row for name, row in rows.items() if row and name in PYTHON_PEERS]
    return min(peers, key=lambda row: row.cpu_us, default=None)


def tables(rows: Rows) -> Iterable[str]:
    """The lines of the tables, in Markdown."""
    for stalled in (False, True):
        yield "\n5 % more viewers that read nothing:\n" if stalled else "\nAll viewers read:\n"
        yield HEAD
        for viewers, names in ((viewers, names) for (viewers, they), names in rows.items() if they is stalled):
            best = best_peer(names)
            for name, row in names.items():
                yield f"| {viewers:,} | {name} | {_cells(row, best)} |"
    busiest = max(row.crowd_busy for names in rows.values() for row in names.values() if row)
    yield f"\nThe process of the viewers was busy for {busiest:.0%} of the time at most."


def _cells(row: Row | None, best: Row | None) -> str:
    if row is None:
        return "stands still | | | | | |"
    ratio = f"{row.ratio(best):.2f}" if best else ""
    times = (row.median_ms, row.p99_ms, row.flush_ms, row.slowest_ms)
    return " | ".join(
        [f"{row.cpu_us:.1f} µs", ratio, *(f"{one:.1f} ms" for one in times), f"{row.memory_kb:.0f} KB"],
    )


def broken(rows: Rows, cpu_ratio: float) -> Iterable[str]:
    """The limits that this program's hub broke, each in one sentence."""
    for (viewers, stalled), names in rows.items():
        ours, best = names[OURS], best_peer(names)
        where = f"{viewers} viewers{', some stalled' if stalled else ''}"
        if ours is None:
            yield f"{where}: the hub came to a stop"
            continue
        if best and ours.ratio(best) > cpu_ratio:
            yield f"{where}: {ours.ratio(best):.2f} times the best Python peer's CPU time (at most {cpu_ratio})"
        calm = rows[viewers, False][OURS]
        if stalled and calm and ours.flush_ms > 2 * calm.flush_ms:
            late = ours.flush_ms - calm.flush_ms
            yield f"{where}: stalled ones delay the others by {late:.1f} ms (at most {calm.flush_ms:.1f})"

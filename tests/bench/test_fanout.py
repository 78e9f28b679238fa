"""The hub beside the fastest Python peer, in short: `tests.bench.fanout` is the whole of it, with every number."""

import sys

import pytest

from tests.bench.fan.rounds import compared
from tests.bench.fan.tables import OURS, broken, rows_of

VIEWERS, TURNS = 500, 4
CPU_RATIO = 1.3
"""For a few seconds on a machine that may do much else; the whole bench asks for less."""


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: it reads the clocks and the memory of processes")
def test_the_hub_beside_picows() -> None:
    rows = rows_of({VIEWERS: compared([OURS, "picows"], VIEWERS, TURNS, stalling=False)})
    names = rows[VIEWERS, False]
    ours, peer = names[OURS], names["picows"]
    assert ours
    assert peer
    print(
        f"\n{VIEWERS} viewers: {ours.cpu_us:.1f} µs of CPU a delivery, {ours.ratio(peer):.2f} times that of picows "
        f"(at most {CPU_RATIO}); median {ours.median_ms:.1f} ms, p99 {ours.p99_ms:.1f} ms"
    )
    assert not list(broken(rows, CPU_RATIO))

"""The hub beside other servers, each with the same viewers on the loopback: CPU, latency and memory a viewer.

    .venv/bin/python -m tests.bench.fanout [--viewers 100,1000,4000] [--only unruh,picows]

Every server is a process on the first core, and the viewers of each are one on the last. All servers run, and publish
in many short turns; medians of the turns are printed. The exit status is 1 when the hub breaks a limit, and a
sentence tells of each.
"""

import argparse
import resource
import sys

from tests.bench.fan import capacity, tables
from tests.bench.fan.rounds import SERVERS, STALLED, compared

TURNS = 8
CPU_RATIO = 1.05
"""The hub's CPU time a delivery is at most so many times that of the best Python peer."""
OTHER_FILES = 100


def can_open(viewers: int) -> bool:
    """Whether the open-file limit allows so many viewers, and the stalled ones besides."""
    return viewers * (1 + STALLED) + OTHER_FILES <= resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def main() -> int:
    parser = argparse.ArgumentParser(description="The hub beside other servers.")
    parser.add_argument("--viewers", default="100,1000,4000")
    parser.add_argument("--only", default=",".join(SERVERS))
    given = parser.parse_args()
    viewers = [int(number) for number in given.viewers.split(",")]
    possible = [number for number in viewers if can_open(number)]
    if possible != viewers:
        print(f"The open-file limit allows {possible} viewers only (ulimit -n).")
    rows = tables.rows_of({number: compared(given.only.split(","), number, TURNS) for number in possible})
    print(*tables.tables(rows), sep="\n", flush=True)
    found = list(tables.broken(rows, CPU_RATIO))
    if can_open(capacity.VIEWERS):
        node = capacity.capacity()
        print(*capacity.lines(node), sep="\n")
        found += capacity.broken(node)
    print("", *(found or ["No limit is broken."]), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""The hub beside other servers, each with the same viewers on the loopback: CPU, latency and memory a viewer.

    .venv/bin/python -m tests.bench.fanout [--viewers 100,1000,4000] [--only unruh,picows] [--rounds 3]

Every server is a process on the first core, and all viewers are one on the last. Rounds of all servers are interleaved,
and medians of the rounds are printed. The exit status is 1 when the hub breaks a limit, and each is told in a sentence.
"""

import argparse
import resource
import sys

from tests.bench.fan import capacity, tables
from tests.bench.fan.rounds import SERVERS, STALLED, Result, one_round

ROUNDS = 3
CPU_RATIO = 1.05
"""The hub's CPU time a delivery is at most so many times that of the best Python peer."""
OTHER_FILES = 100


def can_open(viewers: int) -> bool:
    """Whether the open-file limit allows so many viewers, and the stalled ones besides."""
    return viewers * (1 + STALLED) + OTHER_FILES <= resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def measure(viewers: list[int], names: list[str], rounds: int) -> tables.Rows:
    """All servers with all these numbers of viewers, turn and turn about."""
    results: dict[tuple[int, str], list[Result]] = {}
    for turn in range(rounds):
        for number in viewers:
            for name in names if turn % 2 == 0 else reversed(names):
                print(f"round {turn + 1} of {rounds}: {name}, {number:,} viewers", file=sys.stderr, flush=True)
                results.setdefault((number, name), []).append(one_round(name, number))
    return tables.rows_of(dict(sorted(results.items(), key=lambda pair: names.index(pair[0][1]))))


def main() -> int:
    parser = argparse.ArgumentParser(description="The hub beside other servers.")
    parser.add_argument("--viewers", default="100,1000,4000")
    parser.add_argument("--only", default=",".join(SERVERS))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    viewers = [int(number) for number in given.viewers.split(",")]
    possible = [number for number in viewers if can_open(number)]
    if possible != viewers:
        print(f"The open-file limit allows {possible} viewers only (ulimit -n).")
    rows = measure(possible, given.only.split(","), given.rounds)
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

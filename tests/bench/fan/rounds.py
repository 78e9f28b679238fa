"""Servers of the fan-out bench with the same number of viewers each, measured in turn."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import chain

import msgspec

from overlay.state import Frame, GameState, OutcomeEntries, Running
from tests.bench.fan.crowd import Order, Report
from tests.bench.fan.orders import STAMP, Publishing
from tests.bench.fan.processes import Child, Stuck, node, python
from tests.overlay.samples import live

CORES = sorted(os.sched_getaffinity(0))
FRAME_BYTES = 1536
TOPIC = "game/bench"
STALLED = 0.05
TIMES, DELIVERIES = 5, 1000
"""A server publishes at least so often in its turn, and makes so many deliveries."""
SETTLED_S = 0.15

SERVERS: dict[str, Callable[[], Child]] = {
    "unruh": lambda: python(CORES[0], "hub"),
    "picows": lambda: python(CORES[0], "pico"),
    "websockets": lambda: python(CORES[0], "broadcast"),
    "aiohttp": lambda: python(CORES[0], "in_turn"),
    "ws": lambda: node(CORES[0], "ws.mjs"),
}


def sample(frame_bytes: int) -> GameState:
    """A state whose frame has this size."""
    nothing = msgspec.structs.replace(
        live(), id=f"{STAMP}{time.monotonic_ns()}", url="", entries=(), outcome_entries=OutcomeEntries((), (), ())
    )
    nothing = msgspec.structs.replace(nothing, running=Running(10), history=(), moves=())
    missing = frame_bytes - len(msgspec.json.encode(Frame(TOPIC, 1, nothing)))
    return msgspec.structs.replace(nothing, url="x" * missing)


@dataclass(frozen=True)
class Measured:
    """What one server did: `cpu_us` a delivery, what viewers saw, and how busy the viewers' own process was."""

    cpu_us: float
    seen: Report
    crowd_busy: float


class Round:
    """A server and its viewers."""

    def __init__(self, server: Child, crowd: Child) -> None:
        self._server = server
        self._crowd = crowd
        self._port = server.answer()
        self.viewers = 0

    @property
    def every_s(self) -> float:
        """How often all viewers can be told without any server having too much to do."""
        return max(0.06, self.viewers * 30e-6)

    def let_in(self, viewers: int, topics: list[str], *, stalled: bool = False) -> None:
        """Connect more viewers."""
        self._crowd.ask(Order(self._port, viewers, topics, stalled=stalled))
        self.viewers += viewers

    def memory_kb(self, viewers: int, topics: list[str]) -> float:
        """Connect viewers and tell them something: what the server needs for each of them."""
        before = self._server.rss_kb
        self.let_in(viewers, topics)
        self.publish(Publishing(sample(FRAME_BYTES), 5, self.every_s, topics))
        return (self._server.rss_kb - before) / viewers

    def stall(self, viewers: int) -> None:
        """Connect viewers that read nothing, and fill what the machine holds for them."""
        self.let_in(viewers, [TOPIC], stalled=True)
        self.publish(Publishing(sample(60_000), 4, 0.65, [TOPIC]))

    def publish(self, order: Publishing) -> None:
        """Publish, and wait until all have it who read. Raises `Stuck`."""
        self._server.ask(order, patience_s=order.times * order.every_s + 5)
        time.sleep(SETTLED_S)

    def measure(self, order: Publishing) -> Measured:
        """Publish and measure. Raises `Stuck`."""
        self._crowd.ask(Order(begin=True))
        began, server, crowd = time.monotonic(), self._server.cpu_s, self._crowd.cpu_s
        self.publish(order)
        seconds = time.monotonic() - began - SETTLED_S
        server, crowd = self._server.cpu_s - server, self._crowd.cpu_s - crowd
        seen = msgspec.convert(self._crowd.ask(Order(report=True)), Report)
        return Measured(server / max(1, seen.deliveries) * 1e6, seen, crowd / seconds)


@dataclass
class Result:
    """One server with so many viewers: what was measured in its turns, and in those with stalled viewers besides.

    `stuck`: with them it came to a stop.
    """

    memory_kb: float
    healthy: list[Measured] = field(default_factory=list)
    stalled: list[Measured] = field(default_factory=list)
    stuck: bool = False


def compared(names: list[str], viewers: int, turns: int, *, stalling: bool = True) -> dict[str, Result]:
    """Measure servers that all run, in many short turns: so whatever else the machine does hits all of them alike.

    `stalling`: after that, measure them once more with stalled viewers besides.
    """
    with ExitStack() as running:
        children = {name: (SERVERS[name](), python(CORES[-1], "crowd")) for name in names}
        for child in chain(*children.values()):
            running.enter_context(child)
        rounds = {name: Round(server, crowd) for name, (server, crowd) in children.items()}
        results = {name: Result(here.memory_kb(viewers, [TOPIC])) for name, here in rounds.items()}
        for name in _turns(names, turns):
            results[name].healthy.append(_measured(rounds[name]))
        if stalling:
            _stalled(rounds, results, viewers, turns)
        return results


def _stalled(rounds: dict[str, Round], results: dict[str, Result], viewers: int, turns: int) -> None:
    for name, here in rounds.items():
        with _unless_stuck(results[name]):
            here.stall(round(viewers * STALLED))
    for name in _turns(list(rounds), turns):
        if not results[name].stuck:
            with _unless_stuck(results[name]):
                results[name].stalled.append(_measured(rounds[name]))


@contextmanager
def _unless_stuck(result: Result) -> Iterator[None]:
    try:
        yield
    except Stuck:
        result.stuck = True


def _turns(names: list[str], turns: int) -> list[str]:
    """Everybody's turns, each time begun by another one."""
    return [names[(place + turn) % len(names)] for turn in range(turns) for place in range(len(names))]


def _measured(here: Round) -> Measured:
    times = max(TIMES, DELIVERIES // here.viewers)
    return here.measure(Publishing(sample(FRAME_BYTES), times, here.every_s, [TOPIC]))

"""One server of the fan-out bench with one number of viewers, measured once."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

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
TIMES = 30
"""How often a state is published while it is measured."""
SETTLED_S = 0.3

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
        self._viewers = 0

    @property
    def every_s(self) -> float:
        """How often all viewers can be told without any server having too much to do."""
        return max(0.1, self._viewers * 30e-6)

    def let_in(self, viewers: int, topics: list[str], *, stalled: bool = False) -> None:
        """Connect more viewers."""
        self._crowd.ask(Order(self._port, viewers, topics, stalled=stalled))
        self._viewers += viewers

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


@dataclass(frozen=True)
class Result:
    """One server once with so many viewers; `stalled` is None when nothing came any more."""

    memory_kb: float
    healthy: Measured
    stalled: Measured | None


def one_round(name: str, viewers: int) -> Result:
    """Measure a server without stalled viewers, and then with them."""
    with SERVERS[name]() as server, python(CORES[-1], "crowd") as crowd:
        here = Round(server, crowd)
        memory_kb = here.memory_kb(viewers, [TOPIC])
        order = Publishing(sample(FRAME_BYTES), TIMES, here.every_s, [TOPIC])
        healthy = here.measure(order)
        try:
            here.stall(round(viewers * STALLED))
            stalled = here.measure(order)
        except Stuck:
            stalled = None
        return Result(memory_kb, healthy, stalled)

"""Metrics of the program itself."""

import time
from collections.abc import Callable, Iterator

from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from overlay.counts import Times
from overlay.metrics.families import histogram
from overlay.pace import Later

LOOK_S = 0.5
"""How often it is looked how late the event loop is."""


class LoopLag:
    """Looks how late the event loop does what is due."""

    def __init__(self, later: Later, clock: Callable[[], float] = time.monotonic) -> None:
        """`later` is that of the loop, and `clock` a time in seconds."""
        self.times = Times()
        self._later = later
        self._clock = clock
        self._due: float | None = None

    def start(self) -> None:
        """Look from now on."""
        self._due = self._clock() + LOOK_S
        self._later(LOOK_S, self._look)

    def stop(self) -> None:
        """Look no longer."""
        self._due = None

    def _look(self) -> None:
        if self._due is not None:
            self.times.add(self._clock() - self._due)
            self.start()


class ProgramMetrics(Collector):
    """Tells which version runs, whether it is ready, and how late its event loop is."""

    def __init__(self, version: str, ready: Callable[[], str | None], loop_lag: LoopLag) -> None:
        """`ready` says why the program is not ready; None: it is."""
        self._version = version
        self._ready = ready
        self._loop_lag = loop_lag

    def collect(self) -> Iterator[Metric]:
        """How the program is."""
        yield InfoMetricFamily("unruh_build", "The version that runs", {"version": self._version})
        yield GaugeMetricFamily("unruh_ready", "Whether it can do what it is for: 1, or 0", self._ready() is None)
        yield histogram("unruh_loop_lag_seconds", "How late the event loop does what is due", self._loop_lag.times)

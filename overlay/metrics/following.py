"""Metrics of the following of games, where they are followed."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import get_args

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from overlay.metrics.families import gauges
from overlay.state import Lifecycle
from overlay.web.status import BotStatus, SourceState, StoreStatus

RUNNING = ("live", "reconnecting")


class FollowingMetrics(Collector):
    """Tells the status of the program in numbers."""

    def __init__(self, status: Callable[[], BotStatus]) -> None:
        """`status` says how things stand at the time of the call."""
        self._status = status

    def collect(self) -> Iterator[Metric]:
        """How things stand."""
        status = self._status()
        yield GaugeMetricFamily("unruh_slots", "Move streams that may be open at once", status.slots.of)
        yield GaugeMetricFamily("unruh_slots_used", "Move streams that are open", status.slots.used)
        yield CounterMetricFamily("unruh_pauses", "How often the server asked for a pause", status.requests.pauses)
        yield GaugeMetricFamily(
            "unruh_pause_seconds", "How long requests have to pause yet", status.requests.paused_ms / 1000
        )
        yield GaugeMetricFamily("unruh_requests_waiting", "Requests that wait for their turn", status.requests.waiting)
        yield from _games(status)
        found = Counter(source.state for source in status.sources)
        states = {state: found[state] for state in get_args(SourceState)}
        yield gauges("unruh_sources", "Places where games are found", "state", states)
        if status.store:
            yield from _store(status.store)


def _games(status: BotStatus) -> Iterator[Metric]:
    found = Counter(game.lifecycle for game in status.games)
    lifecycles = {lifecycle: found[lifecycle] for lifecycle in get_args(Lifecycle)}
    yield gauges("unruh_games", "Games that are followed or shown", "lifecycle", lifecycles)
    yield GaugeMetricFamily(
        "unruh_plies_behind",
        "How far the game that is furthest behind the board is behind it",
        max((game.plies_behind for game in status.games if game.lifecycle in RUNNING), default=0),
    )
    yield GaugeMetricFamily(
        "unruh_unheard_seconds",
        "How long ago the running game was heard of that was not heard of for longest",
        status.lag.worst_ms / 1000 if status.lag else 0,
    )


def _store(store: StoreStatus) -> Iterator[Metric]:
    yield GaugeMetricFamily("unruh_store_backlog", "Rows that wait to be written", store.backlog)
    yield CounterMetricFamily("unruh_store_dropped_lines", "Lines of the server that were given up", store.dropped)
    yield GaugeMetricFamily(
        "unruh_store_failing_seconds", "For how long the store cannot be written", (store.failing_ms or 0) / 1000
    )

"""Metrics of what viewers are given."""

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from overlay.channels import Channels
from overlay.hub import Hub
from overlay.metrics.families import counters, gauges, histogram
from overlay.web.audience import Audience


class ViewerMetrics(Collector):
    """Reads what was counted of a hub and its viewers."""

    def __init__(self, hub: Hub, channels: Channels, audience: Audience, private: Hub | None = None) -> None:
        """`private` is the hub of those who control."""
        self._hub = hub
        self._channels = channels
        self._audience = audience
        self._private = private

    def collect(self) -> Iterator[Metric]:
        """What there is now, and what was counted since the beginning."""
        yield from self._now()
        yield from self._states()
        yield from self._frames()
        refused, cut_off = self._hub.counts.refused, self._hub.counts.cut_off
        yield counters("unruh_refused", "Connections and requests that were refused", "reason", refused)
        yield counters("unruh_viewers_cut_off", "WebSockets that the server ended", "reason", cut_off)
        yield histogram(
            "unruh_lag_seconds", "From the server's line to the frame that tells of it", self._hub.counts.lag
        )

    def _now(self) -> Iterator[Metric]:
        hub, channels = self._hub, self._channels
        on_air = channels.on_air
        kinds = {"page": channels.viewers - on_air, "scene": on_air}
        kinds["control"] = self._private.clients if self._private else 0
        yield gauges("unruh_viewers", "WebSockets that are open", "kind", kinds)
        yield GaugeMetricFamily("unruh_viewers_stalled", "Viewers for whom something waits", self._audience.behind)
        yield GaugeMetricFamily("unruh_topics", "Topics that have a state", len(hub.topics()))
        silent_s = 0.0 if hub.silent_since is None else hub.clock() - hub.silent_since
        yield GaugeMetricFamily(
            "unruh_silent_seconds", "For how long nothing is heard of those who follow the games", silent_s
        )

    def _states(self) -> Iterator[Metric]:
        hub = self._hub
        yield CounterMetricFamily("unruh_states_in", "States that the hub was told", hub.states_in)
        yield CounterMetricFamily(
            "unruh_states_coalesced", "States that a newer one replaced while their topic rested", hub.coalesced
        )
        yield CounterMetricFamily("unruh_states_out", "States that were told to anybody", hub.counts.states_out)

    def _frames(self) -> Iterator[Metric]:
        counts = self._hub.counts
        yield CounterMetricFamily("unruh_frames_offered", "Frames times viewers that wanted them", counts.offered)
        yield CounterMetricFamily("unruh_frames_sent", "Frames that went to a viewer's socket", counts.sent)
        yield CounterMetricFamily(
            "unruh_frames_skipped",
            "Frames that a newer one replaced while a slow viewer could not take them",
            counts.skipped,
        )
        yield CounterMetricFamily("unruh_sent_bytes", "Bytes of frames that went to sockets", counts.sent_bytes)

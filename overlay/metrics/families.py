"""Numbers as Prometheus names them."""

from collections.abc import Mapping
from typing import TypeVar

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from overlay.counts import Times

Label = TypeVar("Label", bound=str)


def gauges(name: str, what: str, label: str, values: Mapping[Label, float]) -> Metric:
    """A number for every value of a label, as it is now."""
    metric = GaugeMetricFamily(name, what, labels=[label])
    for value, number in values.items():
        metric.add_metric([value], number)
    return metric


def counters(name: str, what: str, label: str, values: Mapping[Label, int]) -> Metric:
    """A count for every value of a label; `_total` is added to the name."""
    metric = CounterMetricFamily(name, what, labels=[label])
    for value, count in values.items():
        metric.add_metric([value], count)
    return metric


def histogram(name: str, what: str, times: Times) -> Metric:
    """How many times were how long."""
    return HistogramMetricFamily(name, what, buckets=times.buckets, sum_value=times.sum_s)

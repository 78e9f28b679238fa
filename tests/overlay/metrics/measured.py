"""All that a program can measure, for the tests of what is said about it."""

from collections.abc import Iterable

from aiohttp import web
from prometheus_client.core import Metric

from overlay.desk.desk import ControlDesk
from overlay.hub import Hub
from overlay.shown.show import Show
from overlay.web.app import create_app
from overlay.web.metrics import REGISTRY
from overlay.web.serving import channels_of
from overlay.web.status import BotStatus
from tests.overlay.web.test_status import STATUS


def everything(hub: Hub | None = None, status: BotStatus = STATUS) -> web.Application:
    """A program that follows games, keeps them, and shows them."""
    hub = hub or Hub()
    return create_app(hub, status=lambda: status, desk=ControlDesk(channels_of(hub), Show(hub)))


def families(app: web.Application) -> Iterable[Metric]:
    """What it measures."""
    return app[REGISTRY].collect()


def full_name(metric: Metric) -> str:
    """The name under which people ask for it."""
    return metric.name + {"counter": "_total", "info": "_info"}.get(metric.type, "")


def value(app: web.Application, name: str, **labels: str) -> float | None:
    """One number of it; None if there is none."""
    return app[REGISTRY].get_sample_value(name, labels)

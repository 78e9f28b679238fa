"""`GET /metrics`: what is measured, as Prometheus reads it, for those who control."""

from aiohttp import web
from prometheus_client.exposition import choose_encoder
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import CollectorRegistry

from overlay.access.rights import require_control
from overlay.metrics.following import FollowingMetrics
from overlay.metrics.program import LoopLag, ProgramMetrics
from overlay.metrics.viewers import ViewerMetrics
from overlay.web.api import version_of
from overlay.web.keys import AUDIENCE, CHANNELS, DESK, HUB, READY, STATUS
from overlay.web.serving import later

REGISTRY = web.AppKey("registry", CollectorRegistry)


def measure(app: web.Application) -> None:
    """Measure an application that has all its parts, from its start until its end."""
    app[REGISTRY] = registry = CollectorRegistry()
    loop_lag = LoopLag(later)
    registry.register(ProgramMetrics(version_of(), app[READY], loop_lag))
    registry.register(ViewerMetrics(app[HUB], app[CHANNELS], app[AUDIENCE], app[DESK].private if DESK in app else None))
    if STATUS in app:
        registry.register(FollowingMetrics(app[STATUS]))
    ProcessCollector(registry=registry)

    async def start(_app: web.Application) -> None:
        loop_lag.start()

    async def stop(_app: web.Application) -> None:
        loop_lag.stop()

    app.on_startup.append(start)
    app.on_cleanup.append(stop)


async def metrics(request: web.Request) -> web.Response:
    """`GET /metrics`: all metrics, in the form that the request asks for."""
    require_control(request)
    try:
        encode, form = choose_encoder(request.headers.get("Accept", ""))
    except (TypeError, ValueError):  # it asks for a version that is none
        encode, form = choose_encoder("")
    headers = {"Content-Type": form, "Cache-Control": "no-store"}
    return web.Response(body=encode(request.app[REGISTRY]), headers=headers)

"""A server of the fan-out bench: this program's hub, behind its whole web application."""

import uvloop
from aiohttp import web

from overlay.hub import Hub
from overlay.state import GameState
from overlay.web.app import create_app
from overlay.web.keys import Limits
from overlay.web.serving import later
from tests.bench.fan.orders import carry_out

VIEWERS = 20_000


async def main() -> None:
    hub = Hub(later=later)
    application = create_app(hub, limits=Limits(clients=VIEWERS, sockets_on_loopback=VIEWERS))
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()

    async def publish(topic: str, _version: int, state: GameState) -> None:
        hub.publish(topic, state)

    await carry_out(runner.addresses[0][1], publish)


if __name__ == "__main__":
    uvloop.run(main())

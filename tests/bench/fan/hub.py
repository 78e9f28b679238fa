"""A server of the fan-out bench: this program's hub, served as the program serves it."""

import asyncio
from urllib.parse import urlsplit

from bot.event_loop import loop_factory
from bot.serving import served
from overlay.hub import Hub
from overlay.state import GameState
from overlay.web.app import create_app
from overlay.web.door import door_of
from overlay.web.keys import Limits
from overlay.web.serving import later
from tests.bench.fan.orders import carry_out

LIMITS = Limits(clients=20_000, sockets_on_loopback=20_000, send_timeout_s=600, heartbeat_s=600)
"""Nobody is cut off while it is measured what stalled viewers cost, and no server of the bench sends pings."""


async def main() -> None:
    hub = Hub(later=later)
    application = create_app(hub, limits=LIMITS)

    async def publish(topic: str, _version: int, state: GameState) -> None:
        hub.publish(topic, state)

    async with served(application, "127.0.0.1", 0, door_of) as address:
        await carry_out(urlsplit(address).port or 0, publish)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())

"""A server of the fan-out bench: `websockets.broadcast`."""

import msgspec
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

from overlay.state import Frame, GameState
from tests.bench.fan.orders import carry_out


async def main() -> None:
    viewers: set[ServerConnection] = set()

    async def stay(viewer: ServerConnection) -> None:
        viewers.add(viewer)
        try:
            await viewer.wait_closed()
        finally:
            viewers.discard(viewer)

    async def publish(topic: str, version: int, state: GameState) -> None:
        broadcast(viewers, msgspec.json.encode(Frame(topic, version, state)).decode())

    async with serve(stay, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        await carry_out(next(iter(server.sockets)).getsockname()[1], publish)


if __name__ == "__main__":
    uvloop.run(main())

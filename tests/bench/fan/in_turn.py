"""A server of the fan-out bench: aiohttp, awaiting its viewers in turn."""

import msgspec
import uvloop
from aiohttp import web

from overlay.state import Frame, GameState
from tests.bench.fan.orders import carry_out


async def main() -> None:
    viewers: set[web.WebSocketResponse] = set()

    async def stay(request: web.Request) -> web.WebSocketResponse:
        viewer = web.WebSocketResponse(compress=False)
        await viewer.prepare(request)
        viewers.add(viewer)
        try:
            async for _ in viewer:
                pass
        finally:
            viewers.discard(viewer)
        return viewer

    async def publish(topic: str, version: int, state: GameState) -> None:
        frame = msgspec.json.encode(Frame(topic, version, state)).decode()
        for viewer in tuple(viewers):
            await viewer.send_str(frame)

    application = web.Application()
    application.router.add_get("/ws", stay)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await carry_out(runner.addresses[0][1], publish)


if __name__ == "__main__":
    uvloop.run(main())

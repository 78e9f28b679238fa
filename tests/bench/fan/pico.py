"""A server of the fan-out bench: `picows`, with the transports that it brings along."""

import logging

import msgspec
import uvloop
from picows import WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

from overlay.state import Frame, GameState
from tests.bench.fan.orders import carry_out

viewers: set[WSTransport] = set()


class Viewer(WSListener):
    def on_ws_connected(self, transport: WSTransport) -> None:
        viewers.add(transport)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        viewers.discard(transport)


def arrive(_request: WSUpgradeRequest) -> Viewer:
    return Viewer()


async def publish(topic: str, version: int, state: GameState) -> None:
    frame = msgspec.json.encode(Frame(topic, version, state))
    for viewer in viewers:
        viewer.send(WSMsgType.TEXT, frame)


async def main() -> None:
    logging.disable()  # it tells of every stalled viewer
    server = await ws_create_server(arrive, "127.0.0.1", 0)
    await carry_out(server.sockets[0].getsockname()[1], publish)


if __name__ == "__main__":
    uvloop.run(main())

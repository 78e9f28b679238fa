"""The server that is attacked: the product's application, with a hub that tells ten states a second.

The attackers come from 127.0.0.2, which is a stranger here; this machine's usual address is not.
"""

import asyncio
import json
import logging
import os
import sys
import threading
import time
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

import msgspec
from aiohttp import web

from bot.event_loop import loop_factory
from bot.serving import served
from overlay.access.proxies import Ip, Proxies
from overlay.hub import Hub
from overlay.web.app import create_app
from overlay.web.door import Door
from overlay.web.keys import HUB, LIMITS
from overlay.web.open_files import most_open_files
from overlay.web.serving import later
from tests.overlay import samples

ATTACKER = "127.0.0.2"
STATES_PER_S = 10
TOPICS = 64


class OneStranger(Proxies):
    """Takes the attacker's address for one of the internet."""

    def trust(self, ip: Ip | None) -> bool:
        return str(ip) == "127.0.0.1"

    def origin(self, peer: str | None, forwarded: Sequence[str]) -> Ip | None:
        return ip_address("203.0.113.7") if peer == ATTACKER else super().origin(peer, forwarded)


class Lines(logging.Handler):
    """Counts what is logged, and shows the first lines of it."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1
        if self.count <= 5:
            print(self.format(record), file=sys.stderr, flush=True)


async def tell(hub: Hub) -> None:
    """Tell a state with the time in it, again and again."""
    state = samples.live()
    while True:
        white = msgspec.structs.replace(state.white, name=f"@{time.monotonic_ns()}@")
        hub.publish("featured", msgspec.structs.replace(state, white=white))
        await asyncio.sleep(1 / STATES_PER_S)


def answers(hub: Hub, door: Door, lines: Lines) -> None:
    """For every line that is said, say how the server is doing."""
    for _ in sys.stdin:
        memory = Path("/proc/self/status").read_text(encoding="ascii").partition("VmRSS:")[2].split()[0]
        told = {
            "mb": int(memory) / 1024,
            "cpu_s": time.process_time(),
            "refused": sum(hub.counts.refused.values()) + hub.counts.cut_off["message"],
            "connections": len(door),
            "lines": lines.count,
        }
        print(json.dumps(told), flush=True)
    os._exit(0)  # the test is gone


async def main() -> None:
    """Print the port, serve, and answer until ended."""
    lines, hub, doors = Lines(), Hub(later=later), list[Door]()
    logging.getLogger().addHandler(lines)
    logging.getLogger().setLevel(logging.INFO)
    for number in range(TOPICS):
        hub.publish(f"game/live{number:04}", samples.live())
    lobby = samples.lobby()
    hub.publish(
        "lobby", msgspec.structs.replace(lobby, games=lobby.games * (150_000 // len(msgspec.json.encode(lobby))))
    )
    proxies = OneStranger()
    app = create_app(hub, proxies=proxies)

    def entrance(app: web.Application, server: web.Server) -> Door:
        doors.append(Door(server, app[LIMITS], proxies, app[HUB].counts, room=most_open_files() - 128))
        return doors[0]

    async with served(app, "127.0.0.1", 0, entrance) as url:
        print(url.rpartition(":")[2], flush=True)
        threading.Thread(target=answers, args=(hub, doors[0], lines), daemon=True).start()
        await tell(hub)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())

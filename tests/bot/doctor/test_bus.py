"""The bus, looked at with a real Redis; and a machine that only shows what others follow."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import BusSection
from bot.doctor.bus import look_at_bus
from bot.doctor.finding import Finding
from overlay.bus.connect import connect
from overlay.bus.lease import Lease
from tests.bot.doctor.conftest import look, told
from tests.overlay.bus.redis_server import PROGRAM, RedisServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    if PROGRAM is None:
        pytest.skip("no redis-server on this machine")
    server = RedisServer(tmp_path)
    yield server
    server.kill()


async def test_who_is_the_bot(server: RedisServer) -> None:
    section = BusSection(url=server.url, name="show")
    text = "it answers, and 'show' has no bot"
    assert await look_at_bus(section, None) == Finding("note", "bus", text, "start one with: unruh bot")
    async with connect(server.url, None) as redis:
        await Lease(redis, "show", "kitchen").take()
        finding = await look_at_bus(section, None)
    assert finding.verdict == "good"
    assert finding.text.startswith("it answers, and the bot of 'show' is kitchen, since ")


async def test_a_machine_that_only_shows(tmp_path: Path, free_port: int) -> None:
    bus = f"[bus]\nurl = 'redis://127.0.0.1:{free_port}/0'"
    obs = "[obs]\npassword_file = 'of the bot'\n[[obs.rules]]\non = 'game_ends'\nreplay = true"
    findings = await look(f"[lichess]\nbase_url = 'http://127.0.0.1:9'\n[show]\nport = 0\n{bus}\n{obs}", tmp_path)
    assert {one.subject: one.verdict for one in findings} == {"follow": "note", "bus": "bad", "pages": "good"}
    (line,) = told(findings, "bus")
    assert line.startswith(f"bad: the bus at 127.0.0.1:{free_port} cannot be reached: ")
    assert line.endswith("; start it, or check bus.url and the variable UNRUH_BUS_PASSWORD")

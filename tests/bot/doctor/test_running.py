"""The port of the pages: free, taken by another program, or by an Unruh that is asked how it does."""

import os
import socket
from pathlib import Path

import aiohttp
import msgspec
import pytest
from aiohttp import web

from bot.doctor import running
from bot.doctor.finding import Finding
from bot.doctor.pages import look_at_port
from bot.doctor.running import PortError, Status, findings_of, running_status
from overlay.hub import Hub
from overlay.web import status as shown
from overlay.web.app import create_app
from tests.bot.doctor.conftest import answering, look, names_in, told

SERVER = "lichess.org"
GAMES = (
    shown.GameStatus("game0001", "live", "stream", 3, 1_000, 1),
    shown.GameStatus("game0002", "reconnecting", "export", 3, 9_000, 3),
    shown.GameStatus("game0003", "settled", "none", 0, 900_000, 3),
)
BUSY = shown.BotStatus(
    SERVER,
    shown.RequestStatus(paused_ms=0, pauses=2, waiting=1),
    shown.Slots(1, 8, ("game0001",)),
    GAMES,
    shown.lag(GAMES),
    (
        shown.SourceStatus("own games", "running", 5_000),
        shown.SourceStatus("arena winter01", "waiting", 5_000, "the server answers with HTTP 502"),
        shown.SourceStatus("team club", "stopped", 5_000, "team club does not exist there"),
        shown.SourceStatus("swiss AbCd1234", "stopped", 5_000),
    ),
    shown.StoreStatus(backlog=3),
)
IDLE = shown.BotStatus(SERVER, shown.RequestStatus(), shown.Slots(0, 8))


def as_read(status: shown.BotStatus) -> Status:
    """A status as it comes over the network."""
    return msgspec.json.decode(msgspec.json.encode(status), type=Status)


def found(status: shown.BotStatus, server: str = SERVER) -> list[Finding]:
    return list(findings_of(as_read(status), server))


def test_a_busy_program() -> None:
    lines = [(one.subject, one.verdict, one.text) for one in found(BUSY)]
    assert lines == [
        ("running", "good", "it follows lichess.org; 3 games, 2 being played, heard of 5 s ago (median), 9 s at worst"),
        ("move streams", "good", "1 of 8 in use; 1 more game by records"),
        ("requests", "good", "2 pauses so far, 1 request waiting"),
        ("own games", "good", "all is well"),
        ("arena winter01", "note", "it waits, and is tried again: the server answers with HTTP 502"),
        ("team club", "bad", "it has stopped: team club does not exist there"),
        ("swiss AbCd1234", "good", "it is over"),
        ("store", "good", "writing works; 3 rows to be written"),
    ]
    assert all(bool(one.advice) == (one.verdict == "bad") for one in found(BUSY))


def test_an_idle_program_without_a_store() -> None:
    assert told(found(IDLE), "running") == ["good: it follows lichess.org; 0 games, 0 being played; "]
    assert told(found(IDLE), "store") == []


def test_a_pause() -> None:
    paused = msgspec.structs.replace(IDLE, requests=shown.RequestStatus(61_000, 1, 7, 1_000))
    (line,) = told(found(paused), "requests")
    assert line.startswith("note: the server asked for a pause, 61 s are left; 1 pause so far, 7 requests waiting; if")


@pytest.mark.parametrize(
    ("store", "line"),
    [
        (
            shown.StoreStatus(40, 2, 9_000, "the disk is full"),
            "bad: writing fails (the disk is full); 40 rows to be written, 2 raw lines given up; mend that",
        ),
        (shown.StoreStatus(0, 2), "note: writing works; 0 rows to be written, 2 raw lines given up; "),
    ],
)
def test_a_store_in_trouble(store: shown.StoreStatus, line: str) -> None:
    assert told(found(msgspec.structs.replace(IDLE, store=store)), "store")[0].startswith(line)


def test_an_unruh_that_follows_another_server() -> None:
    (finding,) = found(BUSY, "127.0.0.1:9000")
    assert (finding.verdict, finding.subject) == ("bad", "pages")
    assert finding.text == "an Unruh is running there that follows lichess.org, not 127.0.0.1:9000"


# --- over the network


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "TIMEOUT", aiohttp.ClientTimeout(total=0.05))


async def test_a_program_that_says_nothing(taken: int, impatient: None) -> None:
    with pytest.raises(PortError, match=rf"^another program uses 127\.0\.0\.1:{taken}$"):
        await running_status("127.0.0.1", taken)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"<html>welcome</html>", 200),
        (b"", 200),
        (b"null", 200),
        (b"{}", 200),
        (b"\xff\xfe", 200),
        (b"[" * 100_000, 200),
        (b" " * (running.MAX_BYTES + 1), 200),
        (b'{"error":"There is no such thing here."}', 404),
    ],
)
async def test_a_program_that_is_not_unruh(body: bytes, status: int) -> None:
    async with answering(body, status) as port:
        with pytest.raises(PortError, match=f"another program uses 127.0.0.1:{port}"):
            await running_status("127.0.0.1", port)


@pytest.mark.parametrize("status", [403, 503])
async def test_an_unruh_that_does_not_tell(tmp_path: Path, status: int) -> None:
    async with answering(b'{"error":"the bot has not answered"}', status) as port:
        findings = await look(f"[show]\nport = {port}\n[bus]\nurl = 'redis://127.0.0.1:9'", tmp_path)
    said = "note: an Unruh is running there that does not tell how it does: the bot has not answered; "
    assert told(findings, "running") == [said]


async def test_nobody_is_asked_elsewhere() -> None:
    """A program that redirects may not send the doctor to another one."""
    async with answering(msgspec.json.encode(BUSY)) as unruh:
        headers = {"Location": f"http://127.0.0.1:{unruh}/api/v1/status"}
        async with answering(b"", 302, headers) as port:
            with pytest.raises(PortError):
                await running_status("127.0.0.1", port)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
async def test_the_pages_tell_how_the_program_does(host: str) -> None:
    runner = web.AppRunner(create_app(Hub(), status=lambda: BUSY))
    await runner.setup()
    try:
        await web.TCPSite(runner, host, 0).start()
        assert await running_status(host, int(runner.addresses[0][1])) == as_read(BUSY)
    finally:
        await runner.cleanup()


# --- the port


@pytest.mark.parametrize(("port", "text"), [(0, "they can be served on 127.0.0.1 at any free port")])
def test_any_port(port: int, text: str) -> None:
    assert look_at_port("127.0.0.1", port) == Finding("good", "pages", text)


def test_a_free_port(free_port: int) -> None:
    text = f"they can be served on 127.0.0.1 at port {free_port}"
    for _ in range(2):  # looking does not keep it
        assert look_at_port("127.0.0.1", free_port) == Finding("good", "pages", text)


def test_a_taken_port(taken: int) -> None:
    assert look_at_port("127.0.0.1", taken) is None


@pytest.mark.parametrize("host", ["192.0.2.1", "no host", "x" * 300, "::1::"])
def test_a_place_that_is_not_of_this_machine(host: str) -> None:
    finding = look_at_port(host, 8086)
    assert finding
    assert finding.verdict == "bad"
    assert finding.text.startswith(f"they cannot be served at {host}:8086 (")
    assert finding.advice == "check show.host and show.port"


@pytest.mark.skipif(not socket.has_ipv6 or os.name == "nt", reason="no IPv6")
def test_an_address_of_the_newer_kind() -> None:
    finding = look_at_port("::1", 0)
    assert finding
    assert finding.text in (
        "they can be served on ::1 at any free port",
        "they cannot be served at ::1:0 (Cannot assign requested address)",
    )


# --- all together


async def test_a_running_node_tells_how_its_bot_does(tmp_path: Path) -> None:
    async with answering(msgspec.json.encode(BUSY)) as port:
        findings = await look(f"[show]\nport = {port}\n[bus]\nurl = 'redis://127.0.0.1:9'", tmp_path)
    assert told(findings, "running")[0].startswith("good: it follows lichess.org; 3 games, 2 being played")
    assert not told(findings, "server")


async def test_a_running_program_is_found_and_its_store_left_to_it(tmp_path: Path) -> None:
    runner = web.AppRunner(create_app(Hub(), status=lambda: BUSY))
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        here = f"[show]\nport = {port}\n[follow]\nmine = true\n[lichess]\nbase_url = "
        other = await look(f"{here}'http://127.0.0.1:9'", tmp_path)
        assert told(other, "pages")[0].startswith("bad: an Unruh is running there that follows lichess.org, not 127")
    finally:
        await runner.cleanup()
    assert told(other, "store") == []
    assert names_in(tmp_path) == []


async def test_during_a_pause_the_server_is_left_alone(tmp_path: Path) -> None:
    async with answering(b"[]") as server:
        where = f"127.0.0.1:{server}"
        paused = msgspec.structs.replace(IDLE, server=where, requests=shown.RequestStatus(9_000, 1))
        async with answering(msgspec.json.encode(paused)) as port:
            text = f"[show]\nport = {port}\n[follow]\nmine = true\n[lichess]\nbase_url = 'http://{where}'"
            findings = await look(text, tmp_path)
    assert told(findings, "server") == ["note: it asks for a pause and is left alone; look again later"]
    assert told(findings, "token") == []


async def test_a_port_that_another_program_has(tmp_path: Path, free_port: int) -> None:
    async with answering(b"welcome") as port:
        text = f"[show]\nport = {port}\n[follow]\nmine = true\n[lichess]\nbase_url = 'http://127.0.0.1:{free_port}'"
        findings = await look(text, tmp_path)
    assert told(findings, "pages") == [
        f"bad: another program uses 127.0.0.1:{port}; end the other program, or choose another show.port"
    ]
    assert told(findings, "store")[0].startswith("good: ")  # the rest is looked at all the same

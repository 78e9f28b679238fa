"""A program that runs already: what it says of itself under `/api/v1/status`."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import aiohttp
import msgspec

from bot.doctor.finding import Finding, count

TIMEOUT = aiohttp.ClientTimeout(total=5)
FORBIDDEN = 403
"""It shows games later, and tells its status to those who control …"""
UNAVAILABLE = 503
"""… or it only shows them, and the bot does not answer."""
MAX_BYTES = 8 << 20
"""More than what ten thousand games need."""

SourceState: TypeAlias = Literal["running", "waiting", "stopped"]


class PortError(Exception):
    """Something that is not Unruh uses the port."""


class NotTold(Exception):  # noqa: N818 - it says what the matter is
    """An Unruh uses the port that does not tell its status; the text is its sentence on why."""


class Requests(msgspec.Struct):
    """The requests to the server."""

    paused_ms: int
    pauses: int
    waiting: int


class Slots(msgspec.Struct):
    """The move streams."""

    used: int
    of: int


class Game(msgspec.Struct):
    """A followed game."""

    lifecycle: str
    transport: str


class Lag(msgspec.Struct):
    """How long ago the running games were heard of."""

    median_ms: int
    worst_ms: int


class Source(msgspec.Struct):
    """Where games come from."""

    name: str
    state: SourceState
    note: str | None = None


class Store(msgspec.Struct):
    """What waits to be written."""

    backlog: int
    dropped: int
    reason: str | None = None


class Problem(msgspec.Struct):
    """Why there is no status."""

    error: str


class Status(msgspec.Struct):
    """The part of the status that the doctor tells."""

    server: str
    requests: Requests
    slots: Slots
    games: list[Game]
    lag: Lag | None = None
    sources: list[Source] = []
    store: Store | None = None


async def running_status(host: str, port: int) -> Status:
    """The status of the program at a port of this machine. Raises `PortError`, `NotTold`."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    try:
        async with (
            aiohttp.ClientSession(timeout=TIMEOUT) as session,
            session.get(f"http://{name}:{port}/api/v1/status", allow_redirects=False) as response,
        ):
            body = await _body(response)
            if response.status in (FORBIDDEN, UNAVAILABLE):
                raise NotTold(msgspec.json.decode(body, type=Problem).error)
            return msgspec.json.decode(body, type=Status)
    except (aiohttp.ClientError, OSError, ValueError, RecursionError) as error:
        raise PortError(f"another program uses {host}:{port}") from error


async def _body(response: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for chunk in response.content.iter_any():
        body += chunk
        if len(body) > MAX_BYTES:
            raise ValueError("nothing that Unruh would say")
    return bytes(body)


def findings_of(status: Status, server: str) -> Iterator[Finding]:
    """What the status of a running program means, if it is that of `server`."""
    if status.server != server:
        text = f"an Unruh is running there that follows {status.server}, not {server}"
        yield Finding("bad", "pages", text, "end it, or choose another show.port")
        return
    yield Finding("good", "running", f"it follows {status.server}; {_games(status)}")
    exported = sum(game.transport == "export" for game in status.games)
    others = f"; {count(exported, 'more game')} by records" if exported else ""
    yield Finding("good", "move streams", f"{status.slots.used} of {status.slots.of} in use{others}")
    yield _requests(status.requests)
    for source in status.sources:
        yield _source(source)
    if status.store:
        yield _store(status.store)


def _games(status: Status) -> str:
    played = sum(game.lifecycle in ("live", "reconnecting") for game in status.games)
    heard = ""
    if status.lag:
        median_s, worst_s = status.lag.median_ms / 1000, status.lag.worst_ms / 1000
        heard = f", heard of {median_s:.0f} s ago (median), {worst_s:.0f} s at worst"
    return f"{count(len(status.games), 'game')}, {played} being played{heard}"


def _requests(requests: Requests) -> Finding:
    told = f"{count(requests.pauses, 'pause')} so far, {count(requests.waiting, 'request')} waiting"
    if not requests.paused_ms:
        return Finding("good", "requests", told)
    text = f"the server asked for a pause, {requests.paused_ms / 1000:.0f} s are left; {told}"
    return Finding("note", "requests", text, "if that comes often, follow less, and end other programs that ask it")


def _source(source: Source) -> Finding:
    match source:
        case Source(state="waiting", note=str(note)):
            return Finding("note", source.name, f"it waits, and is tried again: {note}")
        case Source(state="stopped", note=str(note)):
            return Finding("bad", source.name, f"it has stopped: {note}", "mend that and start the program again")
        case Source(state="stopped"):
            return Finding("good", source.name, "it is over")
        case _:
            return Finding("good", source.name, "all is well")


def _store(store: Store) -> Finding:
    lost = f", {count(store.dropped, 'raw line')} given up" if store.dropped else ""
    waiting = f"{count(store.backlog, 'row')} to be written{lost}"
    if store.reason:
        advice = "mend that, and what waits is written"
        return Finding("bad", "store", f"writing fails ({store.reason}); {waiting}", advice)
    return Finding("note" if lost else "good", "store", f"writing works; {waiting}")

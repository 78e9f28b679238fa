"""A program that runs already: what it says of itself under `/api/v1/status`."""

from collections.abc import Iterator
from typing import Literal

import aiohttp
import msgspec

from bot.doctor.finding import Finding, Verdict

_VERDICTS: dict[str, Verdict] = {"running": "good", "waiting": "note", "stopped": "bad"}
_TIMEOUT = aiohttp.ClientTimeout(total=5)


class PortError(Exception):
    """Something that is not Unruh uses the port."""


class Requests(msgspec.Struct):
    """The requests to the server."""

    paused_ms: int
    pauses: int
    waiting: int


class Slots(msgspec.Struct):
    """The move streams."""

    used: int
    of: int


class Lag(msgspec.Struct):
    """How long ago the running games were heard of."""

    median_ms: int
    worst_ms: int


class Source(msgspec.Struct):
    """Where games come from."""

    name: str
    state: Literal["running", "waiting", "stopped"]
    note: str | None = None


class Store(msgspec.Struct):
    """What waits to be written."""

    backlog: int
    dropped: int
    reason: str | None = None


class Status(msgspec.Struct):
    """The part of the status that the doctor tells."""

    server: str
    requests: Requests
    slots: Slots
    games: list[msgspec.Raw]
    lag: Lag | None = None
    sources: list[Source] = []
    store: Store | None = None


async def running_status(host: str, port: int) -> Status | None:
    """The status of the program at a port of this machine; None if nothing is there. Raises `PortError`."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    if port == 0:
        return None
    try:
        async with (
            aiohttp.ClientSession(timeout=_TIMEOUT) as session,
            session.get(f"http://{name}:{port}/api/v1/status") as response,
        ):
            return msgspec.json.decode(await response.read(), type=Status)
    except aiohttp.ClientConnectorError:
        return None
    except (aiohttp.ClientError, OSError, TimeoutError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PortError(f"another program uses {host}:{port}") from error


def findings_of(status: Status) -> Iterator[Finding]:
    """What the status of a running program means."""
    lag = ""
    if status.lag:
        lag = f"; heard of {status.lag.median_ms / 1000:.0f} s ago, at worst {status.lag.worst_ms / 1000:.0f} s"
    yield Finding("good", "running", f"it follows {len(status.games)} games on {status.server}{lag}")
    yield Finding("good", "streams", f"{status.slots.used} of {status.slots.of} in use")
    requests = status.requests
    told = f"{requests.waiting} waiting, {requests.pauses} pauses so far"
    if requests.paused_ms:
        wait = f"the server asked for a pause: {requests.paused_ms / 1000:.0f} s left; {told}"
        yield Finding("note", "requests", wait, "follow less if this comes often")
    else:
        yield Finding("good", "requests", told)
    for source in status.sources:
        text = source.state + (f": {source.note}" if source.note else "")
        yield Finding(_VERDICTS[source.state] if source.note else "good", source.name, text)
    if status.store:
        yield _store(status.store)


def _store(store: Store) -> Finding:
    lost = f", {store.dropped} raw lines given up" if store.dropped else ""
    if store.reason:
        text = f"it cannot be written ({store.reason}): {store.backlog} rows wait{lost}"
        return Finding("bad", "store", text, "free the disk or the database: what waits is then caught up")
    return Finding("good", "store", f"it is written; {store.backlog} rows wait{lost}")

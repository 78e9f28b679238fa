"""What the program is doing, for those who run it: `GET /api/v1/status` and `GET /healthz`.

Times are whole milliseconds back from now unless they say otherwise. No address with a token in it, no token: whoever
may see the pages may see this.
"""

from collections.abc import Iterable
from statistics import median
from typing import Literal

import msgspec

from overlay.state import Lifecycle

Transport = Literal["own", "tv", "stream", "export", "source", "none"]
SourceState = Literal["running", "waiting", "stopped"]


class RequestStatus(msgspec.Struct, frozen=True):
    """Requests to the server: how long they still pause, how often they have, how many wait for their turn now.

    `last_limited_ms` is how long ago the server last asked to slow down; null: it never has.
    """

    paused_ms: int = 0
    pauses: int = 0
    waiting: int = 0
    last_limited_ms: int | None = None


class Slots(msgspec.Struct, frozen=True):
    """The move streams that are open at once: `used` of `of`, and the ids of the games that have them."""

    used: int
    of: int
    games: tuple[str, ...] = ()


class GameStatus(msgspec.Struct, frozen=True):
    """How one game is followed: by which transport, how far behind, when last heard of, and its rank (1 is first)."""

    id: str
    lifecycle: Lifecycle
    transport: Transport
    plies_behind: int
    heard_ms: int | None
    rank: int


class Lag(msgspec.Struct, frozen=True):
    """How long ago the running games were heard of."""

    median_ms: int
    worst_ms: int


class SourceStatus(msgspec.Struct, frozen=True):
    """A place where games are found: what it does, since when, and a word on why."""

    name: str
    state: SourceState
    since_ms: int
    note: str | None = None


class StoreStatus(msgspec.Struct, frozen=True):
    """The store: what waits to be written, what was given up, and since when and why writing fails (null: it works)."""

    backlog: int = 0
    dropped: int = 0
    failing_ms: int | None = None
    reason: str | None = None


class BotStatus(msgspec.Struct, frozen=True):
    """The whole status. `server` is the host that games are followed on; lag is null while no game runs."""

    server: str
    requests: RequestStatus
    slots: Slots
    games: tuple[GameStatus, ...] = ()
    lag: Lag | None = None
    sources: tuple[SourceStatus, ...] = ()
    store: StoreStatus | None = None


class Pause(msgspec.Struct, frozen=True):
    """How long requests to the server still pause."""

    paused_ms: int


class Health(msgspec.Struct, frozen=True):
    """Whether all is well. "degraded": games are followed and shown, but the store cannot write.

    `ready` is false while the program only begins or ends; `/healthz/ready` says why.
    """

    status: Literal["ok", "degraded"]
    topics: int
    viewers: int
    ready: bool
    store: StoreStatus | msgspec.UnsetType | None = msgspec.UNSET
    requests: Pause | msgspec.UnsetType = msgspec.UNSET


def lag(games: Iterable[GameStatus]) -> Lag | None:
    """How far behind the running games are that were ever heard of; None if there are none."""
    heard = [
        game.heard_ms for game in games if game.lifecycle in ("live", "reconnecting") and game.heard_ms is not None
    ]
    return Lag(round(median(heard)), max(heard)) if heard else None


class Readiness(msgspec.Struct, frozen=True):
    """Whether the program can do what it is for, and if not, why, in a few words."""

    ready: bool
    why: str | None = None


def health_of(status: BotStatus | None, topics: int, viewers: int, *, ready: bool) -> Health:
    """The health of a program with this status; without one, of the web server alone."""
    if status is None:
        return Health("ok", topics, viewers, ready)
    failing = status.store is not None and status.store.failing_ms is not None
    verdict: Literal["ok", "degraded"] = "degraded" if failing else "ok"
    return Health(verdict, topics, viewers, ready, status.store, Pause(status.requests.paused_ms))

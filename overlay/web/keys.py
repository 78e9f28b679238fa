"""What the handlers find in the application, by typed keys."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from overlay.access.limits import Buckets, Gates, Sockets
from overlay.access.tokens import Tokens
from overlay.arbiter.live import Arbiter
from overlay.channels import Channels
from overlay.desk.live import Desk
from overlay.hub import Hub
from overlay.looks.themes import Themes
from overlay.looks.wording import Wording
from overlay.state import Lang
from overlay.web.audience import Audience
from overlay.web.status import BotStatus


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the server puts up with.

    `clients` are all viewers together. The rest is counted by address; on this machine, where OBS and proxies live,
    connections and requests are not, and WebSockets have a limit of their own. A connection has `head_s` for the head
    of its first request.
    """

    clients: int = 10_000
    send_timeout_s: float = 15.0
    heartbeat_s: float = 20.0
    sockets_each: int = 64
    sockets_on_loopback: int = 10_000
    requests_per_s: float = 40
    requests_burst: float = 200
    connections_each: int = 128
    connects_per_s: float = 20
    connects_burst: float = 200
    head_s: float = 10.0
    wrong_tokens_per_minute: float = 10

    def gates(self, now: Callable[[], float]) -> Gates:
        """What counts by address, with a time in seconds that only goes on."""
        sockets = Sockets(self.sockets_each, self.sockets_on_loopback)
        # Half of them at once and half in the course of a minute: never more than all in any minute.
        half = self.wrong_tokens_per_minute / 2
        return Gates(Buckets(self.requests_per_s, self.requests_burst, now), Buckets(half / 60, half, now), sockets)


HUB = web.AppKey("hub", Hub)
CHANNELS = web.AppKey("channels", Channels)
DESK: web.AppKey[Desk] = web.AppKey("desk")
ARBITER: web.AppKey[Arbiter] = web.AppKey("arbiter")
LIMITS = web.AppKey("limits", Limits)
STATUS: web.AppKey[Callable[[], BotStatus]] = web.AppKey("status")
REMOTE_STATUS: web.AppKey[Callable[[], Awaitable[BotStatus]]] = web.AppKey("remote_status")
HAS_PAGES = web.AppKey("has_pages", bool)
READY: web.AppKey[Callable[[], str | None]] = web.AppKey("ready")
TOKENS: web.AppKey[Tokens] = web.AppKey("tokens")
GATES = web.AppKey("gates", Gates)
AUDIENCE = web.AppKey("audience", Audience)
NONCE = web.RequestKey("nonce", str)
DEFAULT_LANG: web.AppKey[Lang] = web.AppKey("default_lang")
THEMES = web.AppKey("themes", Themes)
WORDING = web.AppKey("wording", Wording)

"""What the handlers find in the application, by typed keys."""

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from overlay.access.tokens import Tokens
from overlay.channels import Channels
from overlay.desk.desk import ControlDesk
from overlay.hub import Hub
from overlay.state import Lang
from overlay.status import BotStatus
from overlay.themes import Themes
from overlay.wording import Wording


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the server puts up with."""

    clients: int = 2000
    send_timeout_s: float = 15.0
    heartbeat_s: float = 20.0


HUB = web.AppKey("hub", Hub)
CHANNELS = web.AppKey("channels", Channels)
DESK = web.AppKey("desk", ControlDesk)
LIMITS = web.AppKey("limits", Limits)
STATUS: web.AppKey[Callable[[], BotStatus]] = web.AppKey("status")
TOKENS: web.AppKey[Tokens] = web.AppKey("tokens")
OPEN: web.AppKey[set[web.WebSocketResponse]] = web.AppKey("open")
NONCE = web.RequestKey("nonce", str)
DEFAULT_LANG: web.AppKey[Lang] = web.AppKey("default_lang")
THEMES = web.AppKey("themes", Themes)
WORDING = web.AppKey("wording", Wording)

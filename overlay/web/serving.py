"""Where a request may look: every page, socket and answer takes its states from here."""

import asyncio
import re
from collections.abc import Callable
from urllib.parse import urlencode

from aiohttp import web

from overlay.access.rights import rights_of
from overlay.channels import MAX_DELAY_S, Channels, Want
from overlay.hub import Hub
from overlay.web.keys import CHANNELS


def channels_of(hub: Hub, public_delay_s: int = 0) -> Channels:
    """The channels of a hub, by the time of the event loop that runs when something is held back."""
    return Channels(hub, later, public_delay_s)


def later(seconds: float, call: Callable[[], object]) -> None:
    """Call a function so many seconds later, by the event loop that runs now."""
    asyncio.get_running_loop().call_later(seconds, call)


def want_of(request: web.Request) -> Want:
    """What a request is entitled to, and asks for: `delay` in whole seconds; scenes are told as they are on the air."""
    on_air = request.path.startswith("/scene/") or request.query.get("air") == "1"
    return Want(rights_of(request).delay_s, delay_of(request.query.get("delay", "")), on_air)


def hub_of(request: web.Request) -> Hub:
    """The hub that may tell whoever asks."""
    return request.app[CHANNELS].hub(want_of(request))


def socket_address(request: web.Request) -> str:
    """The address of the socket that tells a page what the page itself was told."""
    want = want_of(request)
    asked = {"air": int(want.on_air), "delay": want.more_s}
    query = urlencode({key: value for key, value in asked.items() if value})
    return f"/ws?{query}" if query else "/ws"


def delay_of(text: str) -> int:
    """What an address asks for: whole seconds, at most `MAX_DELAY_S`; 0 for what is no number of them."""
    return min(MAX_DELAY_S, int(text)) if re.fullmatch(r"[0-9]{1,9}", text) else 0

"""Where a request comes from."""

from urllib.parse import urlsplit

from aiohttp import web

from overlay.access.proxies import Proxies, counted, ip_of

PROXIES = web.AppKey("proxies", Proxies)
"""Who is believed."""

_OF_PROXIES = ("Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP", "True-Client-IP")


def is_local(request: web.Request) -> bool:
    """Whether somebody on this machine asks under its own name, and no proxy asks for somebody else.

    The name in the address must be a loopback's too, lest another site's name leads a browser here (DNS rebinding).
    """
    return is_loopback(request.remote) and _names_loopback(request.host) and not _is_forwarded(request)


def is_loopback(address: str | None) -> bool:
    """Whether an IP address is this machine's own; what is no address is not."""
    ip = ip_of(address)
    return ip is not None and ip.is_loopback


def address_of(request: web.Request) -> str:
    """The address that limits are for: proxies that are believed say whom they ask for. IPv6 by networks of 64 bits."""
    return counted(request.app[PROXIES].origin(request.remote, request.headers.getall("X-Forwarded-For", [])))


def same_origin(request: web.Request) -> bool:
    """Whether the request comes from a page of this host, or from no page at all."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:
        return False


def is_https(request: web.Request) -> bool:
    """Whether the browser speaks https, to this server or to a proxy before it."""
    proxied = request.headers.get("X-Forwarded-Proto", "").split(",")[-1].strip().lower()
    return request.secure or proxied == "https"


def _names_loopback(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    return name == "localhost" or is_loopback(name)


def _is_forwarded(request: web.Request) -> bool:
    """Whether a proxy has left a trace; old HTTP is one too, no browser speaks it."""
    names = request.headers
    traces = any(name in names for name in _OF_PROXIES) or any(name.lower().startswith("x-forwarded") for name in names)
    return traces or request.version < (1, 1)

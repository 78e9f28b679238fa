"""The loader: one local file for OBS that waits for the server without a word and then shows a scene."""

import re
from functools import cache
from pathlib import Path

import aiohttp_jinja2
from aiohttp import web
from markupsafe import Markup

from overlay.access.local import is_https
from overlay.looks.scenes import SCENES

_SCRIPT = Path(__file__).parents[1] / "static" / "loader.js"
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")


async def loader(request: web.Request) -> web.Response:
    """`GET /loader/<scene>.html?…`: the file, for the address that it was asked of and the parameters of the scene."""
    name = request.match_info["name"]
    if name not in SCENES:
        raise web.HTTPNotFound
    if not _HOST.fullmatch(request.host):
        raise web.HTTPBadRequest
    query = request.rel_url.raw_query_string
    scheme = "https" if is_https(request) else "http"
    address = f"{scheme}://{request.host}/scene/{name}" + (f"?{query}" if query else "")
    response = aiohttp_jinja2.render_template(
        "loader.html", request, {"scene": name, "address": address, "script": _script()}
    )
    response.headers["Content-Disposition"] = f'attachment; filename="unruh-{name}.html"'
    response.headers["Content-Security-Policy"] = "default-src 'none'"  # it is a file, and no page of this host
    return response


@cache
def _script() -> Markup:
    return Markup(_SCRIPT.read_text(encoding="utf-8"))  # noqa: S704 - our own

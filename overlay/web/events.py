"""The page of a scored event, and its files."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Literal, get_args

from aiohttp import web

from overlay.access.rights import require_control, rights_of
from overlay.state import Lang
from overlay.topics import valid_topic
from overlay.web.keys import HUB
from overlay.web.pages import lang_of, page
from overlay.web.serving import hub_of

FileFormat = Literal["pgn", "csv", "xlsx", "json", "html", "trf"]
EventFiles = Callable[[str, FileFormat, Lang], Awaitable[bytes | None]]
"""Makes the file of an event, by its id, in a format and a language; None where there is none."""

FORMATS: tuple[FileFormat, ...] = get_args(FileFormat)
FILES: web.AppKey[EventFiles] = web.AppKey("files")
EVENING = "all"
"""The event of all games that are followed; it has no files."""

_KINDS: dict[FileFormat, str] = {
    "pgn": "text/x-chess-pgn",
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "html": "text/html",
    "trf": "text/plain",
}
_REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-modals"
"""What the report may do: use the styles in it, and be printed."""


async def event(request: web.Request) -> web.Response:
    """`GET /event/<id>`: one event in full. An event that there is not (yet) gets a page that waits for it."""
    event_id = request.match_info["id"]
    topic = f"event/{event_id}"
    if not valid_topic(topic):
        raise web.HTTPNotFound
    may_have_files = _told_at_once(request) or rights_of(request).control
    formats = FORMATS if FILES in request.app and event_id != EVENING and may_have_files else ()
    return page(request, "event.html", lang_of(request), {"event": topic}, event_id=event_id, formats=formats)


async def file(request: web.Request) -> web.Response:
    """`GET /event/<id>.<format>`: the event as a file, always at the same address; PGN for Lichess's broadcasts too.

    A file tells of results at once, so it is for those who are told everything at once, and for control.
    """
    event_id, format_ = request.match_info["id"], _format(request.match_info["format"])
    if not _told_at_once(request):
        require_control(request)
    body = await request.app[FILES](event_id, format_, lang_of(request)) if FILES in request.app else None
    if body is None:
        raise web.HTTPNotFound
    response = web.Response(body=body, content_type=_KINDS[format_], headers={"Cache-Control": "no-cache"})
    response.etag = hashlib.sha256(body).hexdigest()[:32]
    if format_ == "html":
        response.headers["Content-Security-Policy"] = _REPORT_POLICY
    elif format_ != "pgn":
        response.headers["Content-Disposition"] = f'attachment; filename="{event_id}.{format_}"'
    if format_ != "xlsx":
        response.charset = "utf-8"
    if response.etag in (request.if_none_match or ()):
        return web.Response(status=304, headers={"ETag": response.headers["ETag"], "Cache-Control": "no-cache"})
    return response


def _told_at_once(request: web.Request) -> bool:
    return hub_of(request) is request.app[HUB]


def _format(name: str) -> FileFormat:
    return next(format_ for format_ in FORMATS if format_ == name)

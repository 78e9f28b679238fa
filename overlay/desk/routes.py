"""`/control`: the operator's page, its socket, its actions, and the scenes on which examples can be tried out."""

import msgspec
from aiohttp import web

from overlay.access.rights import require_control
from overlay.channels import Seat, Want
from overlay.desk.actions import Action
from overlay.desk.refused import Refused
from overlay.looks.scenes import OF_ONE_GAME
from overlay.web import api
from overlay.web.keys import ARBITER, DESK, WORDING
from overlay.web.pages import lang_of, page, scene_page
from overlay.web.sockets import require_same_origin, talk, viewer_of

SOCKET = "/control/ws"

_action = msgspec.json.Decoder(Action)


class Done(msgspec.Struct, frozen=True):
    """The action was carried out."""

    done: bool = True


async def control(request: web.Request) -> web.Response:
    """`GET /control`: everything that an operator does, in a page and as a dock of OBS."""
    require_control(request)
    topics = {"desk": "desk", "lobby": "lobby", "game": "featured"}
    events = await request.app[ARBITER].names() if ARBITER in request.app else {}
    private = request.app[DESK].private
    return page(request, "control.html", lang_of(request), topics, hub=private, socket=SOCKET, events=events)


async def preview(request: web.Request) -> web.Response:
    """`GET /control/preview/<scene>`: a scene of one game that shows nothing but examples, marked as a test."""
    require_control(request)
    name = request.match_info["name"]
    if name not in OF_ONE_GAME:
        raise web.HTTPNotFound
    return scene_page(request, name, {"game": "test"}, hub=request.app[DESK].private, socket=SOCKET, test=True)


async def socket(request: web.Request) -> web.StreamResponse:
    """`GET /control/ws`: like `/ws`, without any delay, and with the topics `desk` and `test`."""
    require_control(request)
    require_same_origin(request)
    hub, viewer = request.app[DESK].private, viewer_of(request)
    seat = Seat(Want(), hub, hub.connect(viewer))
    try:
        return await talk(seat, viewer, request)
    finally:
        hub.disconnect(viewer)


async def act(request: web.Request) -> web.Response:
    """`POST /control/act`: carry out one action."""
    require_control(request)
    words = request.app[WORDING].words(lang_of(request))
    try:
        await request.app[DESK].carry_out(_action.decode(await request.read()))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return api.answer(api.Problem(words["refused_unknown"]), 400)
    except Refused as refused:
        return api.answer(api.Problem(refused.sentence(words)), 409)
    return api.answer(Done())


ROUTES = (
    web.get("/control", control),
    web.get("/control/preview/{name}", preview),
    web.get(SOCKET, socket),
    web.post("/control/act", act),
)

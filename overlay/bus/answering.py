"""How the bot does what nodes ask for, with the objects that do it where there is no bus."""

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from overlay.arbiter.live import Arbiter, Asked, NotCorrected
from overlay.arbiter.view import Tried
from overlay.bus.asks import Handler
from overlay.bus.calls import FILE, NO_FILE, Acted, Corrected, Correction, File, Refused, Viewed
from overlay.desk.actions import Action
from overlay.desk.live import Desk
from overlay.desk.refused import Refused as RefusedAction
from overlay.web.events import EventFiles
from overlay.web.status import BotStatus

_json = msgspec.json.encode
_action = msgspec.json.Decoder(Action)
_correction = msgspec.json.Decoder(Correction)
_event_id = msgspec.json.Decoder(str)
_file = msgspec.json.Decoder(File)

Handlers = dict[str, Handler]


class Behind(Protocol):
    """What stands behind the pages; without an arbiter there are no events to correct."""

    @property
    def desk(self) -> Desk:
        """The operator's desk."""
        ...

    @property
    def arbiter(self) -> Arbiter | None:
        """Who corrects events."""
        ...

    @property
    def files(self) -> EventFiles:
        """Makes files of events."""
        ...

    @property
    def status(self) -> Callable[[], BotStatus] | None:
        """How the following goes."""
        ...


def handlers(behind: Behind) -> Handlers:
    """What is done for each kind of ask."""
    kinds: Handlers = {"act": _acting(behind.desk), "file": _writing(behind.files)}
    if behind.arbiter is not None:
        kinds |= _arbiting(behind.arbiter)
    if (status := behind.status) is not None:
        kinds["status"] = _telling(status)
    return kinds


def _acting(desk: Desk) -> Handler:
    async def act(body: bytes) -> bytes:
        try:
            await desk.carry_out(_action.decode(body))
        except RefusedAction as refused:
            return _json(Acted(refused.reason))
        return _json(Acted())

    return act


def _writing(files: EventFiles) -> Handler:
    async def write(body: bytes) -> bytes:
        wanted = _file.decode(body)
        file = await files(wanted.event, wanted.format, wanted.lang)
        return NO_FILE if file is None else FILE + file

    return write


def _telling(status: Callable[[], BotStatus]) -> Handler:
    async def tell(_body: bytes) -> bytes:
        return _json(status())

    return tell


def _arbiting(arbiter: Arbiter) -> Handlers:
    async def names(_body: bytes) -> bytes:
        return _json(dict(await arbiter.names()))

    async def view(body: bytes) -> bytes:
        try:
            return _json(Viewed(await arbiter.view(_event_id.decode(body))))
        except KeyError:
            return _json(Viewed(None))

    async def attempt(body: bytes) -> bytes:
        return await _corrected(arbiter.attempt, body)

    async def correct(body: bytes) -> bytes:
        return await _corrected(arbiter.correct, body)

    return {"names": names, "view": view, "try": attempt, "correct": correct}


async def _corrected(what: Callable[..., Awaitable[Tried]], body: bytes) -> bytes:
    wanted = _correction.decode(body)
    asked: Asked = wanted.asked
    try:
        return _json(Corrected(await what(wanted.event, asked, who=wanted.who, role=wanted.role)))
    except KeyError:
        return _json(Corrected())
    except NotCorrected as refused:
        return _json(Corrected(refused=Refused(str(refused), refused.cause, refused.between)))

"""What stands behind the pages of a node: the bot, which is asked over the bus."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial

import msgspec

from overlay.access.tokens import Role
from overlay.arbiter.live import Asked, NotCorrected
from overlay.arbiter.view import ArbitedEvent, Tried
from overlay.bus.asks import Asks
from overlay.bus.calls import FILE, Acted, Corrected, Correction, File, Viewed
from overlay.bus.no_answer import NoAnswer
from overlay.channels import Channels
from overlay.content import Content
from overlay.delayed import Delayed
from overlay.desk.actions import Action
from overlay.desk.refused import Refused
from overlay.hub import Hub
from overlay.state import Desk, Lang
from overlay.web.events import EventFiles, FileFormat
from overlay.web.status import BotStatus

_json = msgspec.json.encode
_acted = msgspec.json.Decoder(Acted)
_names = msgspec.json.Decoder(dict[str, str])
_viewed = msgspec.json.Decoder(Viewed)
_corrected = msgspec.json.Decoder(Corrected)
_status = msgspec.json.Decoder(BotStatus)

FILE_TIMEOUT_S = 30
NAMES_TIMEOUT_S = 2
STATUS_TIMEOUT_S = 4


class RemoteDesk:
    """The operator's desk of the bot; see `overlay.desk.live.Desk`. Steers the channels of this node like the bot's."""

    def __init__(self, asks: Asks, channels: Channels) -> None:
        self.channels = channels
        self.private: Hub = Delayed(channels.truth, 0, lambda _seconds, call: call(), channels.truth)
        self.private.taps.append(self)
        self._asks = asks

    async def carry_out(self, action: Action) -> None:
        """Let the bot carry out an action. Raises `Refused`, `NoAnswer`."""
        acted = _acted.decode(await self._asks.ask("act", _json(action)))
        if acted.refused is not None:
            raise Refused(acted.refused)

    def heard(self, topic: str, _version: int, content: Content | None) -> None:
        """What holds for the channels is told in the topic `desk`."""
        if topic == "desk" and content is not None and isinstance(desk := content.state, Desk):
            channels, frozen = self.channels, desk.choices.frozen
            if desk.delay_s != channels.public_delay_s:
                channels.steer(desk.delay_s, frozen=channels.frozen)
            if frozen != channels.frozen:  # not before all states have been taken that were read together with this
                asyncio.get_running_loop().call_soon(lambda: channels.steer(channels.public_delay_s, frozen=frozen))

    def silent(self, since: float | None) -> None:
        """What was chosen goes on to hold."""


class RemoteArbiter:
    """The arbiter of the bot; see `overlay.arbiter.live.Arbiter`."""

    def __init__(self, asks: Asks) -> None:
        self._asks = asks
        self._known: Mapping[str, str] = {}

    async def names(self) -> Mapping[str, str]:
        """The events that there are; those known last while the bot does not answer."""
        with suppress(NoAnswer):
            self._known = _names.decode(await self._asks.ask("names", b"", NAMES_TIMEOUT_S))
        return self._known

    async def view(self, event_id: str) -> ArbitedEvent:
        """An event as it stands. Raises KeyError, `NoAnswer`."""
        event = _viewed.decode(await self._asks.ask("view", _json(event_id))).event
        if event is None:
            raise KeyError(event_id)
        return event

    async def attempt(self, event_id: str, asked: Asked, *, who: str, role: Role) -> Tried:
        """What a correction would do. Raises KeyError, `NotCorrected`."""
        return await self._correct("try", Correction(event_id, asked, who, role))

    async def correct(self, event_id: str, asked: Asked, *, who: str, role: Role) -> Tried:
        """Let the bot make a correction. Raises KeyError, `NotCorrected`."""
        return await self._correct("correct", Correction(event_id, asked, who, role))

    async def _correct(self, kind: str, correction: Correction) -> Tried:
        try:
            corrected = _corrected.decode(await self._asks.ask(kind, _json(correction)))
        except NoAnswer as error:
            raise NotCorrected(str(error), "store") from None
        if refused := corrected.refused:
            raise NotCorrected(refused.sentence, refused.cause, refused.between)
        if corrected.tried is None:
            raise KeyError(correction.event)
        return corrected.tried


def remote_files(asks: Asks) -> EventFiles:
    """Files of events, made by the bot; those who want the same one at the same time share it. Raises `NoAnswer`."""
    shared = Shared(partial(asks.ask, "file", timeout_s=FILE_TIMEOUT_S))

    async def file(event_id: str, format_: FileFormat, lang: Lang) -> bytes | None:
        told = await shared.ask(_json(File(event_id, format_, lang)))
        return told.removeprefix(FILE) if told.startswith(FILE) else None

    return file


def remote_status(asks: Asks) -> Callable[[], Awaitable[BotStatus]]:
    """The status of the bot; those who want it at the same time share it. Raises `NoAnswer`."""
    shared = Shared(partial(asks.ask, "status", timeout_s=STATUS_TIMEOUT_S))

    async def status() -> BotStatus:
        return _status.decode(await shared.ask(b""))

    return status


class Shared:
    """Lets all who ask the same at the same time have one answer."""

    def __init__(self, ask: Callable[[bytes], Awaitable[bytes]]) -> None:
        self._ask = ask
        self._coming: dict[bytes, asyncio.Task[bytes]] = {}

    async def ask(self, body: bytes) -> bytes:
        """Ask, unless that is being asked already; whoever goes away leaves the answer to the others."""
        if body not in self._coming:
            self._coming[body] = asyncio.create_task(self._fetch(body))
        return await asyncio.shield(self._coming[body])

    async def _fetch(self, body: bytes) -> bytes:
        try:
            return await self._ask(body)
        finally:
            del self._coming[body]

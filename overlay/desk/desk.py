"""The desk: carries out what the operator does, remembers it, and can take it back."""

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from overlay.channels import Channels
from overlay.delayed import Delayed
from overlay.desk import actions
from overlay.desk.choices import read_choices, with_name
from overlay.desk.live import Boards, Examples, Helper, Noted, Pins, Rehearsal, Rooms
from overlay.desk.refused import Refused
from overlay.desk.rehearsing import rehearsing, steer
from overlay.looks.scenes import OF_ONE_GAME, SCENES
from overlay.looks.themes import THEMES
from overlay.shown.views import game_state
from overlay.state import Air, Automatic, Choices, Desk, NotedOffer

REMEMBERED = 50
"""How many actions can be taken back, one after the other."""


class _Done(NamedTuple):
    """An action that can be taken back."""

    name: str
    undo: Callable[[], None]


class ControlDesk:
    """What is on the air, and how.

    Attributes:
        channels: Where everybody else looks.
        private: The hub of those who control: everything, at once, and the topics `desk` and `test`, which only it has.
    """

    def __init__(
        self,
        channels: Channels,
        show: Pins,
        *,
        kept: bytes | None = None,
        keep: Callable[[bytes], None] = lambda _: None,
        boards: Boards | None = None,
        rooms: Rooms | None = None,
        automatics: Sequence[Helper] = (),
        rehearsal: Rehearsal | None = None,
        examples: Examples | None = None,
        themes: tuple[str, ...] = THEMES,
        build: str = "",
    ) -> None:
        """Begin with the choices that were `kept`, and give every change to `keep`; what is frozen begins to move."""
        self.private = Delayed(channels.truth, 0, lambda _seconds, call: call(), channels.truth)
        self.channels = channels
        self._configured_delay_s = channels.public_delay_s
        self._show = show
        self._keep = keep
        self._boards = boards
        self._rooms = rooms
        self._automatics = automatics
        self._rehearsal = rehearsal
        self._examples = examples or {}
        self._themes = themes
        self._build = build
        self._past: deque[_Done] = deque(maxlen=REMEMBERED)
        self.choices = Choices()
        self._carry_out(msgspec.structs.replace(read_choices(kept, themes), frozen=False, test=None))

    # --- What is done

    async def carry_out(self, action: actions.Action) -> None:
        """Carry out an action; raises `Refused`. See `overlay.desk.live.Desk`."""
        self.act(action)

    def act(self, action: actions.Action) -> None:
        """Carry out an action; raises `Refused`."""
        match action:
            case actions.Pin(game):
                self._choose("pin", pinned=game)
            case actions.Scene(name, on):
                self._choose("scene", hidden=with_name(self.choices.hidden, _known(name, SCENES), there=not on))
            case actions.Freeze(on):
                self._choose("freeze", frozen=on)
            case actions.Clear(on):
                self._choose("clear", cleared=on)
            case actions.Delay(seconds):
                self._choose("delay", delay_s=seconds)
            case actions.Theme(name):
                self._choose("theme", theme=name and _known(name, self._themes))
            case actions.Language(lang):
                self._choose("language", lang=lang)
            case actions.Test(rule):
                self._choose("test", test=rule and _known(rule, self._examples))
            case actions.Offer():
                self._note(action)
            case actions.Undo():
                self._undo()
            case actions.NotNow(name, on):
                self._not_now(_known(name, [helper.name for helper in self._automatics]), on)
            case actions.Pause() | actions.Speed() | actions.Seek() | actions.Fire():
                self._rehearse(action)
            case _:
                self._at_boards(action)
        self.refresh()

    def refresh(self) -> None:
        """Tell the scenes what holds on the air, and those who control how things stand."""
        choices, paused = self.choices, self._rehearsal is not None and self._rehearsal.paused
        still = choices.frozen or paused
        air = Air(choices.cleared, still, choices.hidden, choices.theme, choices.lang, self._build)
        self.channels.truth.publish("air", air)
        self.private.publish("desk", self._desk)

    def pin(self, game_id: str | None) -> None:
        """Feature a game because it was moved in a rehearsal, which is nothing to undo."""
        self._carry_out(msgspec.structs.replace(self.choices, pinned=game_id))

    # --- How

    def _choose(self, name: str, **changes: Any) -> None:
        before = self.choices
        after = msgspec.structs.replace(before, **changes)
        if after != before:
            self._take(after)
            self._past.append(_Done(name, partial(self._take, before)))

    def _take(self, choices: Choices) -> None:
        self._carry_out(choices)
        self._keep(msgspec.json.encode(choices))

    def _carry_out(self, choices: Choices) -> None:
        tested, self.choices = self.choices.test, choices
        self._show.pin(choices.pinned)
        for helper in self._automatics:
            if helper.paused != (helper.name in choices.resting):
                helper.pause(not helper.paused)
        delay_s = self._configured_delay_s if choices.delay_s is None else choices.delay_s
        self.channels.steer(delay_s, frozen=choices.frozen)
        if choices.test is None:
            self.private.remove("test")
        elif choices.test != tested:
            self.private.publish("test", game_state(self._examples[choices.test]))
        self.refresh()

    def _undo(self) -> None:
        if not self._past:
            raise Refused("refused_undo")
        try:
            self._past.pop().undo()
        except ValueError:
            raise Refused("refused_undone") from None

    def _note(self, offer: actions.Offer) -> None:
        if self._boards is None:
            raise Refused("refused_offer")
        try:
            self._boards.note(offer.game, offer.side, offer.kind)
        except ValueError:
            raise Refused("refused_offer") from None
        self._past.append(_Done("offer", partial(self._boards.unnote, offer.game)))

    def _at_boards(self, action: actions.AtBoards) -> None:
        if self._rooms is None:
            raise Refused("refused_room")
        self._past.append(_Done(type(action).__name__.lower(), self._rooms.carry_out(action)))

    def _not_now(self, name: str, on: bool) -> None:
        self._choose("notnow", resting=with_name(self.choices.resting, name, there=on))

    def _rehearse(self, action: actions.Steering) -> None:
        if self._rehearsal is None:
            raise Refused("refused_rehearsal")
        try:
            steer(self._rehearsal, action)
        except ValueError:
            raise Refused("refused_unknown") from None

    def _desk(self) -> Desk:
        boards, rehearsal = self._boards, self._rehearsal
        return Desk(
            choices=self.choices,
            delay_s=self.channels.public_delay_s,
            scenes=tuple(SCENES),
            previews=OF_ONE_GAME,
            themes=self._themes,
            tests=tuple(self._examples),
            undo=self._past[-1].name if self._past else None,
            boards=tuple(boards.boards) if boards else (),
            offers=tuple(_offer(note) for note in boards.noted) if boards else (),
            rehearsal=rehearsing(rehearsal) if rehearsal else None,
            room=self._rooms.state() if self._rooms else None,
            automatics=tuple(Automatic(one.name, one.paused, one.note, one.last) for one in self._automatics),
        )


def _offer(note: Noted) -> NotedOffer:
    return NotedOffer(note.game, note.ply, note.side, note.kind)


def _known(name: str, names: Any) -> str:
    if name not in names:
        raise Refused("refused_unknown")
    return name

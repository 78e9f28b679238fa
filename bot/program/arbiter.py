"""The arbiter of a running program, as the page sees it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from typing import Any, Protocol

from bot.events.arbiter.acts import Act, MergeNames, PlaceGame, Undo
from bot.events.arbiter.conflicts import Conflict, conflicts
from bot.events.arbiter.correction import ArbiterError, Correction, Scored, StaleError, game_touched, scored, undone
from bot.events.arbiter.roles import Duty, may
from bot.events.arbiter.swing import Line, Shift, shifts
from bot.events.arbiter.words import act_text
from bot.events.attribution import Unplaced
from bot.events.model import Event, EventGame
from bot.events.table import table
from bot.program.rulings import Keeping, Rulings, Trial
from overlay.access.tokens import Role
from overlay.arbiter import view as wire
from overlay.arbiter.live import Asked, NotCorrected
from overlay.shown.event_view import rounded_down
from overlay.shown.views import decimal
from overlay.state import Points, Text

NO_STORE = "nothing can be corrected without a store; name one with store.url"
_DUTIES: dict[type[Act], Duty] = {Undo: "undo", PlaceGame: "place_game", MergeNames: "merge_names"}


class Events(Protocol):
    """The events of the program before corrections."""

    @property
    def ids(self) -> Sequence[str]:
        """Their ids."""

    def event(self, event_id: str) -> Event:
        """One of them. Raises KeyError."""

    def unplaced(self, event_id: str) -> tuple[Unplaced, ...]:
        """The games that belong to it and do not count."""


class LiveArbiter:
    """Shows events with their corrections, and makes new ones; see `overlay.arbiter.live.Arbiter`."""

    def __init__(
        self, events: Events, rulings: Rulings, keeper: Keeping | None, changed: Callable[[], None] = lambda: None
    ) -> None:
        """Take the events, what was corrected, where that is kept, and who wants to know of a correction at once."""
        self._events = events
        self._rulings = rulings
        self._keeper = keeper
        self._changed = changed

    async def names(self) -> Mapping[str, str]:
        """The events that there are: their names by their ids."""
        return {event_id: self._events.event(event_id).setup.name or event_id for event_id in self._events.ids}

    async def view(self, event_id: str) -> wire.ArbitedEvent:
        """An event as it stands. Raises KeyError."""
        facts, event, made = self._events.event(event_id), self._rulings.event(event_id), self._rulings.of(event_id)
        return wire.ArbitedEvent(
            id=event_id,
            name=event.setup.name or event_id,
            number=made[-1].number if made else 0,
            games=tuple(_game(fact, game) for fact, game in zip(facts.games, event.games, strict=True)),
            unfit=tuple(map(_unfit, self._events.unplaced(event_id))),
            corrections=told(made),
            conflicts=tuple(map(_clash, conflicts(facts.games, made))),
        )

    async def attempt(self, event_id: str, asked: Asked, *, who: str, role: Role) -> wire.Tried:
        """What a correction would do; nothing is kept. Raises KeyError, `NotCorrected`."""
        act = _permitted(asked, role)
        with self._refusing(event_id, asked.expected_number):
            trial = await self._rulings.attempt(
                event_id, act, who=who, why=asked.why, expected_number=asked.expected_number
            )
        return _tried(trial)

    async def correct(self, event_id: str, asked: Asked, *, who: str, role: Role) -> wire.Tried:
        """Make a correction. Raises KeyError, `NotCorrected`."""
        act = _permitted(asked, role)
        self._events.event(event_id)
        if self._keeper is None:
            raise NotCorrected(NO_STORE, "store")
        with self._refusing(event_id, asked.expected_number):
            trial = await self._rulings.correct(
                self._keeper, event_id, act, who=who, why=asked.why, expected_number=asked.expected_number
            )
        self._changed()
        return _tried(trial)

    def _refusing(self, event_id: str, expected: int) -> AbstractContextManager[None]:
        return _refusing(lambda: tuple(one for one in told(self._rulings.of(event_id)) if one.number > expected))


@contextmanager
def _refusing(between: Callable[[], tuple[wire.Made, ...]]) -> Iterator[None]:
    """What goes wrong becomes one sentence."""
    from bot.events.keeping import EventError
    from bot.store import StoreError  # with the store: see `bot.program.following`

    try:
        yield
    except StaleError as error:
        raise NotCorrected(str(error), "stale", between()) from error
    except ArbiterError as error:
        raise NotCorrected(str(error)) from error
    except (EventError, StoreError) as error:
        raise NotCorrected(str(error), "store") from error


def _permitted(asked: Asked, role: Role) -> Act:
    """The act that somebody in this role asks for. Raises `NotCorrected`."""
    from bot.events.keeping.texts import TextError, understood  # with the store: see `bot.program.following`

    try:
        act: Act = understood(json.loads(bytes(asked.act)), Act)
    except (TextError, ValueError, RecursionError) as error:
        raise NotCorrected(f"this is no correction: {error}") from error
    if not may(role, _DUTIES.get(type(act), "correct")):
        raise NotCorrected("only arbiters and admins may correct an event", "role")
    return act


def told(made: Sequence[Correction]) -> tuple[wire.Made, ...]:
    """Corrections for the page, the first one first."""
    back = undone(made)
    return tuple(
        wire.Made(
            one.number,
            one.who,
            one.at_ms,
            one.why,
            _text(one.act),
            game_touched(one.act, made),
            one.number in back,
            _counted(one.before),
            _counted(one.after),
        )
        for one in made
    )


def _game(fact: EventGame, game: EventGame) -> wire.Game:
    return wire.Game(
        game.id,
        game.white,
        game.black,
        game.round,
        game.board,
        _scored(scored(fact)),
        _scored(scored(game)),
        game.corrected,
        game.excluded,
        bool(fact.record),
    )


def _unfit(one: Unplaced) -> wire.Unfit:
    return wire.Unfit(one.game.id, one.game.white, one.game.black, one.reason, one.text)


def _clash(one: Conflict) -> wire.Clash:
    correction = one.correction
    return wire.Clash(correction.number, _text(correction.act), _counted(one.was), _counted(one.now), one.reason)


def _tried(trial: Trial) -> wire.Tried:
    found = shifts(trial.before, trial.after, _lines)
    return wire.Tried(_text(trial.correction.act), tuple(map(_shift, found)))


def _shift(shift: Shift) -> wire.Shift:
    before, after = shift.before, shift.after
    gain = (after.points if after else Fraction(0)) - (before.points if before else Fraction(0))
    signed = f"{'-' if gain < 0 else '+'}{decimal(abs(gain))}" if gain else ""
    return wire.Shift(shift.player, _line(before), _line(after), signed)


def _line(line: Line | None) -> wire.Line | None:
    return line and wire.Line(line.place, rounded_down(line.points))


def _lines(event: Event) -> Iterable[Line]:
    return [Line(row.entrant.name, row.place, row.points) for row in table(event)]


def _counted(one: Scored | None) -> wire.Counted | None:
    return None if one is None else _scored(one)


def _scored(one: Scored) -> wire.Counted:
    points = one.points and Points(decimal(one.points[0]), decimal(one.points[1]))
    return wire.Counted(one.outcome, one.ending, points)


def _text(act: Any) -> Text:
    return Text(act_text(act, "de"), act_text(act, "en"))

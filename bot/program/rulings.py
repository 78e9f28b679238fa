"""What arbiters have corrected in the events of a running program, in step with the store."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.clock import Clock
from bot.events.arbiter.acts import Act, MergeNames, PlaceGame, Undo
from bot.events.arbiter.correction import ArbiterError, Correction, in_force
from bot.events.arbiter.folding import corrected, folded
from bot.events.arbiter.making import make_correction
from bot.events.collector import Collector, Said
from bot.events.model import Event

LATELY_MS = 120_000
"""How long it is said on air that a game was corrected."""


class Keeping(Protocol):
    """Where corrections are kept; see `bot.events.keeping.keeper.Keeper`."""

    async def corrections(self, event_id: str) -> tuple[Correction, ...]:
        """All of an event in their order."""

    async def keep_correction(self, correction: Correction) -> None:
        """Keep one more. Raises `StaleError` if there is another one of its number."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A correction that could be made, and the event before and after it."""

    correction: Correction
    before: Event
    after: Event


class Rulings:
    """Lays corrections over what the collector knows, and makes new ones. The collector itself has none in its games.

    Raises `StoreError` when the store fails.
    """

    def __init__(self, collector: Collector, clock: Clock) -> None:
        """Nothing is corrected until it is read."""
        self._collector = collector
        self._clock = clock
        self._made: dict[str, tuple[Correction, ...]] = {}
        self._events: dict[str, tuple[Event, tuple[Correction, ...], Event]] = {}
        self._one = asyncio.Lock()

    def of(self, event_id: str) -> tuple[Correction, ...]:
        """All corrections of an event in their order."""
        return self._made.get(event_id, ())

    def event(self, event_id: str) -> Event:
        """An event as it counts. Raises KeyError."""
        facts, made = self._collector.event(event_id), self.of(event_id)
        known = self._events.get(event_id)
        if known is None or known[0] is not facts or known[1] is not made:
            known = self._events[event_id] = facts, made, corrected(facts, made)
        return known[2]

    def lately(self, event_id: str) -> frozenset[str]:
        """The games that were corrected a short while ago, by their ids."""
        made, since_ms = self.of(event_id), self._clock.now_ms() - LATELY_MS
        acts = [_undone(one.act, made) for one in made if one.at_ms > since_ms]
        names = {name.casefold() for act in acts if isinstance(act, MergeNames) for name in (act.old, act.new)}
        games = {act.game_id for act in acts if not isinstance(act, MergeNames | Undo)}
        if not names:
            return frozenset(games)
        found = self.event(event_id).games
        return frozenset(games | {game.id for game in found if names & {game.white.casefold(), game.black.casefold()}})

    async def read(self, keeper: Keeping) -> None:
        """Take what is kept: the command corrects as well."""
        async with self._one:
            for event_id in self._collector.ids:
                made = await keeper.corrections(event_id)
                if made != self.of(event_id):  # once judged beside the event loop, they cost it nothing
                    await asyncio.to_thread(corrected, self._collector.event_if(event_id, _said(made)), made)
                    self._take(event_id, made)

    async def attempt(self, event_id: str, act: Act, *, who: str, why: str, expected_number: int) -> Trial:
        """What a correction would do, judged beside the event loop. Raises KeyError, `ArbiterError`."""
        made, facts, before = self.of(event_id), self._collector.event(event_id), self.event(event_id)
        draft = Correction((made[-1].number if made else 0) + 1, event_id, who, self._clock.now_ms(), why, act)
        then = self._collector.event_if(event_id, _said((*made, draft)))
        return await asyncio.to_thread(_trial, draft, expected_number, made, facts, before, then)

    async def correct(
        self, keeper: Keeping, event_id: str, act: Act, *, who: str, why: str, expected_number: int
    ) -> Trial:
        """Make a correction; it holds as soon as it is kept. Raises KeyError, `ArbiterError`."""
        async with self._one:
            self._take(event_id, await keeper.corrections(event_id))
            trial = await self.attempt(event_id, act, who=who, why=why, expected_number=expected_number)
            await keeper.keep_correction(trial.correction)
            self._take(event_id, (*self.of(event_id), trial.correction))
            return trial

    def _take(self, event_id: str, made: tuple[Correction, ...]) -> None:
        if made != self.of(event_id):
            self._made[event_id] = made
            self._collector.take(event_id, _said(made))


def _trial(
    draft: Correction,
    expected_number: int,
    made: tuple[Correction, ...],
    facts: Event,
    before: Event,
    then: Event,
) -> Trial:
    """Make a correction of a draft; `then` are the facts as they would be with it. Raises `ArbiterError`."""
    correction = make_correction(
        draft.event_id,
        facts.games if isinstance(draft.act, Undo) else then.games,
        made,
        draft.act,
        who=draft.who,
        why=draft.why,
        at_ms=draft.at_ms,
        expected_number=expected_number,
    )
    idle = folded(facts.games, made).idle
    for number, reason in folded(then.games, (*made, correction)).idle.items():
        if number not in idle:
            raise ArbiterError(f"correction {number} would have nothing to act on then: {reason}")
    return Trial(correction, before, corrected(then, (*made, correction)))


def _said(made: Sequence[Correction]) -> Said:
    """What the corrections in force say of where games belong."""
    acts = [one.act for one in in_force(made)]
    placed = frozenset(act.game_id for act in acts if isinstance(act, PlaceGame))
    names = {act.old.strip().casefold(): act.new.strip() for act in acts if isinstance(act, MergeNames)}
    for _ in tuple(names):
        names = {old: names.get(new.casefold(), new) for old, new in names.items()}
    return Said(placed, names)


def _undone(act: Act, made: Iterable[Correction]) -> Act:
    """What an act is about: of an undo, what it takes back or brings back."""
    acts = {one.number: one.act for one in made}
    while isinstance(act, Undo) and act.number in acts:
        act = acts.pop(act.number)
    return act

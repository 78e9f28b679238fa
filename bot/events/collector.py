"""Keeps the events of the configuration in step with the games that are followed."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import structlog

from bot.clock import Clock
from bot.config import EventSection
from bot.events.assembling import assembled
from bot.events.attribution import Attribution, Unplaced, attribute
from bot.events.model import Event, EventGame, Setup
from bot.events.seen import Basis, Followed, Seen, scored_by
from bot.events.setup import setup_of, terms_of
from bot.events.terms import GameFacts, Terms
from bot.follower.worker import Worker
from bot.pgn import PgnProblem
from scoring import Rules

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Said:
    """What an arbiter has said of where games belong.

    `games` belong to the event, by their ids; `names` tells by key under which name a player is known.
    """

    games: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)


class Collector:
    """Takes every change of followed games, and who found them; makes events of them when somebody asks.

    A change costs next to nothing. What was settled stays after the follower lets a game go, and its report is made
    once, by `run`, beside the event loop.
    """

    def __init__(
        self,
        sections: Sequence[EventSection],
        rules: Rules,
        clock: Clock,
        *,
        worker: Worker | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Take the events, the rules of those without their own, the time, and who wants to know that reports came."""
        self.setups: dict[str, Setup] = {section.id: setup_of(section, rules) for section in sections}
        self._terms: dict[str, Terms] = {section.id: _with_kept(section) for section in sections}
        self._said: dict[str, Said] = {}
        self._clock = clock
        self._worker = worker or Worker()
        self._tell = changed
        self._seen: dict[str, Seen] = {}
        self._live: dict[str, Followed] = {}
        self._changed: dict[str, Followed] = {}
        self._origins: dict[str, set[str]] = {}
        self._made: dict[str, tuple[Event, Attribution]] = {}
        self._work = asyncio.Event()

    # --- What is told

    def update(self, game: Followed) -> None:
        """A followed game has changed."""
        if self.setups:
            self._changed[game.id] = game
            if game.lifecycle == "settled":
                self._work.set()

    def forget(self, game_id: str) -> None:
        """A game is followed no longer: what it gave stays; one that is not over is part of no event any more."""
        self._catch_up()
        game, seen = self._live.pop(game_id, None), self._seen.get(game_id)
        if game is None or seen is None:
            return
        if game.lifecycle in ("settled", "void", "unsupported"):
            for setup in self.setups.values():
                seen.score(setup.rules, game)
        else:
            del self._seen[game_id]
            self._made.clear()

    def told(self, game_id: str, origin: str) -> None:
        """A source tells of a game, whether it is followed, was followed once, or comes only now."""
        if any(origin in terms.origins for terms in self._terms.values()):
            origins = self._origins.setdefault(game_id, set())
            if origin not in origins:
                origins.add(origin)
                self._made.clear()

    def recall(self, event_id: str, game: EventGame, at_ms: int) -> None:
        """Take a game of an event that was over before the program was ended; `at_ms` is when that was kept."""
        if game.id not in self._live:
            seen = self._seen.setdefault(game.id, Seen(game.id, at_ms))
            seen.recall(game, self.setups[event_id].rules)
        self.told(game.id, kept_in(event_id))
        self._made.clear()

    # --- What is asked

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all events, in the order of the configuration."""
        return tuple(self.setups)

    def event(self, event_id: str) -> Event:
        """An event as it stands now. Raises KeyError for one that does not exist."""
        return self._event(event_id)[0]

    def unplaced(self, event_id: str) -> tuple[Unplaced, ...]:
        """The games that belong to an event and do not count in it, for the arbiter."""
        return self._event(event_id)[1].unplaced

    def take(self, event_id: str, said: Said) -> None:
        """Go by what an arbiter has said of an event, instead of all that was said before."""
        self._said[event_id] = said
        self._made.clear()

    def event_if(self, event_id: str, said: Said) -> Event:
        """An event as it would be if an arbiter said this."""
        self._catch_up()
        return self._attributed(event_id, said)[0]

    async def run(self) -> None:
        """Make the report of every settled game that belongs to an event, for ever."""
        while True:
            self._work.clear()
            for game_id, rules, basis in self._due():
                await self._report(game_id, rules, basis)
            await self._work.wait()

    # --- How

    def _catch_up(self) -> None:
        """Look at the games that have changed."""
        if not self._changed:
            return
        for game in self._changed.values():
            seen = self._seen.setdefault(game.id, Seen(game.id, self._clock.now_ms()))
            seen.look_at(game)
            self._live[game.id] = game
        self._changed.clear()
        self._made.clear()

    def _event(self, event_id: str) -> tuple[Event, Attribution]:
        self._catch_up()
        if event_id not in self._made:
            self._made[event_id] = self._attributed(event_id, self._said.get(event_id, Said()))
        return self._made[event_id]

    def _attributed(self, event_id: str, said: Said) -> tuple[Event, Attribution]:
        setup, terms = self.setups[event_id], self._terms[event_id]
        attribution = attribute(replace(terms, games=terms.games | said.games, names=said.names), self._facts())
        placed = [(one, self._seen[one.game.id]) for one in attribution.placed]
        games = [(one, seen, seen.score(setup.rules, self._live.get(seen.id))) for one, seen in placed]
        return assembled(setup, games), attribution

    def _facts(self) -> Iterable[GameFacts]:
        for game_id, seen in self._seen.items():
            if seen.begun:
                yield replace(seen.facts, origins=frozenset(self._origins.get(game_id, ())))

    def _due(self) -> list[tuple[str, Rules, Basis]]:
        """The reports that are missing: of every game of an event, by its rules."""
        due: dict[tuple[str, Rules], Basis] = {}
        for event_id, setup in self.setups.items():
            for placed in self._event(event_id)[1].placed:
                seen = self._seen[placed.game.id]
                if (seen.basis and setup.rules not in seen.reports) or (not seen.reported(setup.rules) and seen.basis):
                    due[seen.id, setup.rules] = seen.basis
        return [(game_id, rules, basis) for (game_id, rules), basis in due.items()]

    async def _report(self, game_id: str, rules: Rules, basis: Basis) -> None:
        from bot.score.record import report_on  # with the store: see `bot.program.following`

        try:
            made = await self._worker.run(partial(report_on, game_id, basis.record, rules, basis.book))
        except Exception:
            log.exception("no report for an event after an error of the program", game=game_id)
            return
        seen = self._seen.get(game_id)
        if seen is None:
            return
        if isinstance(made, PgnProblem):
            seen.trouble = made.reason
        else:
            seen.reports[rules] = basis, scored_by(made.report, made.rules_version)
        self._made.clear()
        self._tell()


def kept_in(event_id: str) -> str:
    """The source of games that were found to belong to an event before the program was ended."""
    return f"kept {event_id}"


def _with_kept(section: EventSection) -> Terms:
    terms = terms_of(section)
    return replace(terms, origins=terms.origins | {kept_in(section.id)})

"""An event with an arbiter, made of a few records; what is corrected is kept in the memory."""

from dataclasses import dataclass, field

from bot.clock import ManualClock
from bot.config import EventSection
from bot.events.arbiter import Correction
from bot.events.arbiter.making import stale
from bot.events.collector import Collector
from bot.program.arbiter import LiveArbiter
from bot.program.rulings import Rulings
from tests.bot.events.arbiter.samples import FACTS, RULES

PLAYERS = ["Amsel", "Drossel", "Fink", "Star"]


@dataclass
class Memory:
    """Keeps corrections as the store does."""

    kept: list[Correction] = field(default_factory=list)

    async def corrections(self, _event_id: str) -> tuple[Correction, ...]:
        return tuple(self.kept)

    async def keep_correction(self, correction: Correction) -> None:
        if correction.number != len(self.kept) + 1:
            raise stale(self.kept, correction.number - 1)
        self.kept.append(correction)


@dataclass
class Arbited:
    """The event `club`: five games of four entrants, and one of somebody who is no entrant."""

    clock: ManualClock
    collector: Collector
    rulings: Rulings
    memory: Memory
    arbiter: LiveArbiter


def arbited(memory: Memory | None = None) -> Arbited:
    """The event as it is after a start; with a `memory`, with the corrections in it as soon as they are read."""
    clock, memory = ManualClock(), memory or Memory()
    section = EventSection(id="club", name="Club evening", kind="swiss", players=PLAYERS)
    collector = Collector([section], RULES, clock)
    for game in FACTS:
        collector.recall("club", game, 1000 * game.order)
    rulings = Rulings(collector, clock)
    return Arbited(clock, collector, rulings, memory, LiveArbiter(collector, rulings, memory))

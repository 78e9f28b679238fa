"""What a follower has to know of a game beside the game itself: who carries it, and when it may be asked for."""

from dataclasses import dataclass, field

from bot.updates import GameUpdate, Happening, Transport
from scoring import OfferEvent

CARRIERS: tuple[Transport, ...] = ("own", "tv", "source", "none")
"""How sources bring news of a game, the best way first."""


@dataclass(slots=True)
class Place:
    """A followed game's place among the others; `order` counts them as they were found."""

    found_ms: int
    order: int
    carriers: dict[str, Transport] = field(default_factory=dict)
    """How sources bring the game's news, by their names; several may."""
    talk: tuple[OfferEvent, ...] | None = None
    """What was heard of draw offers and their answers on the own stream of a player, if the game has one."""
    no_stream_until_ms: int = 0
    rests_until_ms: int = 0
    checked_ms: int = 0
    """When it was last asked whether the game is over, for want of news."""

    @property
    def carrier(self) -> Transport:
        """The best way in which a source brings the game's news; "none" if it needs another transport."""
        return min(self.carriers.values(), key=CARRIERS.index, default="none")

    def may_stream(self, now_ms: int) -> bool:
        """Whether a move stream may be opened for the game."""
        return not self.carriers and max(self.no_stream_until_ms, self.rests_until_ms) <= now_ms

    def counts(self, update: GameUpdate, transport: Transport, origin: str) -> bool:
        """Note that a source carries the game; whether its news counts, or another one brings it (better)."""
        lost = update.happening is Happening.LOST and bool(self.carriers.keys() - {origin})
        if lost:
            self.carriers.pop(origin, None)
        else:
            self.carriers[origin] = transport
            self.talk = update.offers if transport == "own" else self.talk
        return not lost and self.carrier == transport

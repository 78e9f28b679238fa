"""What is known of a game when an event looks at it, and by what the event knows its games."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.events.model import Kind


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What is known of a game when it is looked at.

    `round` is round and board as the record names them, "3.2" for example. `clock` is the time control in seconds,
    "180+2", "" while it is unknown, like `speed`. `void`: it counts for nobody, and is played again. `trouble` says
    why it cannot be scored at all.
    """

    id: str
    white: str
    black: str
    origins: frozenset[str] = frozenset()
    began_ms: int = 0
    round: str = ""
    variant: str = "standard"
    speed: str = ""
    clock: str = ""
    void: bool = False
    trouble: str = ""

    @property
    def pair(self) -> frozenset[str]:
        """By what both players are told from others."""
        return frozenset((self.white.casefold(), self.black.casefold()))


@dataclass(frozen=True, slots=True)
class Terms:
    """By what an event knows its games.

    `origins` are the names of its own sources, `rounds_of` the round that each of them is, if it is one. `players` are
    the entrants by key; without any, whoever plays is one. `names` tells by key under which name a player is known who
    has played under another one. Empty and None: as it likes.
    """

    kind: Kind
    origins: frozenset[str] = frozenset()
    rounds_of: Mapping[str, int] = field(default_factory=dict)
    games: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    from_ms: int | None = None
    until_ms: int | None = None
    variant: str = ""
    speed: str = ""
    clock: str = ""
    rounds: int | None = None
    meetings: int | None = None
    match_games: int | None = None

"""Tournaments and teams: what is fixed about them. Who leads and who plays follows from their games."""

from __future__ import annotations

from dataclasses import dataclass

from bot.lichess.simulator.model import Player, TimeControl, speed_of


@dataclass(frozen=True)
class Tournament:
    """What arenas and Swiss tournaments have in common.

    Times are milliseconds since 1970 on the simulator's clock. `players` are those who have joined; whoever has a game
    in the tournament takes part too. `team` is the id of the team that holds it.
    """

    id: str
    name: str
    control: TimeControl
    starts_ms: int
    created_ms: int = 0
    players: tuple[Player, ...] = ()
    team: str | None = None
    created_by: str = "lichess"
    variant: str = "standard"
    rated: bool = True

    @property
    def speed(self) -> str:
        """The speed of its games."""
        return speed_of(self.control)

    @property
    def perf(self) -> str:
        """The rating category of its games."""
        return self.speed if self.variant == "standard" else self.variant


@dataclass(frozen=True)
class Arena(Tournament):
    """An arena: everybody plays as often as he can until the time is up."""

    minutes: int = 60
    berserkable: bool = True

    @property
    def finishes_ms(self) -> int:
        """When its time is up."""
        return self.starts_ms + self.minutes * 60_000

    def status_at(self, now_ms: int) -> str:
        """`created`, `started` or `finished`."""
        if now_ms < self.starts_ms:
            return "created"
        return "started" if now_ms < self.finishes_ms else "finished"


@dataclass(frozen=True)
class Swiss(Tournament):
    """A Swiss tournament. A player's first game belongs to round 1, his second to round 2, and so on.

    `absent` are the ids of the users who have left.
    """

    rounds: int = 7
    absent: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Team:
    """A team, its leader's user id, and its members in the order in which they joined.

    A list of members that is not `public` is only shown to them, with a token for `team:read`.
    """

    id: str
    name: str
    leader: str
    members: tuple[Player, ...] = ()
    description: str = ""
    public: bool = True

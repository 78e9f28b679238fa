"""Which request meets which faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.lichess.simulator.faults.base import Fault


@dataclass(slots=True)
class Planned:
    """A fault with the requests that meet it; see `FaultPlan.add`."""

    fault: Fault
    route: str = "stream"
    game: str | None = None
    skip: int = 0
    count: int | None = 1
    from_ms: int | None = None
    until_ms: int | None = None

    def describe(self, since_ms: int = 0) -> str:
        """One line for people, with times in seconds after `since_ms`."""
        about = f"{self.route} of {self.game}" if self.game else self.route
        first = self.skip + 1
        if self.count is None:
            requests = f"requests from {first} on" if self.skip else "every request"
        else:
            requests = f"request {first}" if self.count == 1 else f"requests {first} to {self.skip + self.count}"
        return f"{about}, {requests}{_times(self.from_ms, self.until_ms, since_ms)}: {self.fault!r}"


@dataclass(frozen=True, slots=True)
class Closure:
    """A time of the simulator's clock when nobody listens: connections are refused, those that are open go on."""

    from_ms: int
    until_ms: int

    def describe(self, since_ms: int = 0) -> str:
        """One line for people, with times in seconds after `since_ms`."""
        return f"connections{_times(self.from_ms, self.until_ms, since_ms)}: refused"


def _times(from_ms: int | None, until_ms: int | None, since_ms: int) -> str:
    begin = "" if from_ms is None else f" from {(from_ms - since_ms) / 1000:.1f} s"
    end = "" if until_ms is None else f" until {(until_ms - since_ms) / 1000:.1f} s"
    return begin + end


@dataclass(slots=True)
class _Counted:
    """A planned fault with the requests that it has still to pass and to hit."""

    planned: Planned
    skip: int
    count: int | None

    def meets(self, route: str, game: str | None, now_ms: int) -> bool:
        planned = self.planned
        if planned.route != route or planned.game not in (None, game):
            return False
        if now_ms < (planned.from_ms or 0) or (planned.until_ms is not None and now_ms >= planned.until_ms):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        if self.count is None:
            return True
        self.count -= 1
        return self.count >= 0


@dataclass(slots=True)
class FaultPlan:
    """Which request meets which faults: counted in the order of the requests, so the same run meets the same faults.

    `closures` are the times when connections are refused; `on_closure` is told of each one that is planned.
    """

    closures: list[Closure] = field(default_factory=list)
    on_closure: Callable[[Closure], object] | None = None
    _counted: list[_Counted] = field(default_factory=list)

    def add(
        self,
        fault: Fault,
        *,
        route: str = "stream",
        game: str | None = None,
        skip: int = 0,
        count: int | None = 1,
        from_ms: int | None = None,
        until_ms: int | None = None,
    ) -> None:
        """Plan a fault.

        Args:
            fault: What goes wrong.
            route: The kind of request that it hits: that of a `Route`, `stream` or `export` for example.
            game: Only requests about this game; None: about any, or about none.
            skip: How many such requests pass unharmed first, within the time.
            count: How many then are hit; None: all.
            from_ms: From this time of the simulator's clock on; None: from the beginning.
            until_ms: Before this time; None: to the end.
        """
        self._counted.append(_Counted(Planned(fault, route, game, skip, count, from_ms, until_ms), skip, count))

    def close(self, from_ms: int, until_ms: int) -> None:
        """Plan that the server refuses connections for some time of the simulator's clock."""
        closure = Closure(from_ms, until_ms)
        self.closures.append(closure)
        if self.on_closure:
            self.on_closure(closure)

    def extend(self, other: FaultPlan) -> None:
        """Plan all that another plan holds."""
        self._counted += other._counted
        for closure in other.closures:
            self.close(closure.from_ms, closure.until_ms)

    @property
    def planned(self) -> Sequence[Planned]:
        """All planned faults, in the order in which they were added."""
        return [counted.planned for counted in self._counted]

    def meet(self, route: str, game: str | None = None, now_ms: int = 0) -> list[Fault]:
        """The faults that a request meets now, in the order in which they were planned."""
        return [counted.planned.fault for counted in self._counted if counted.meets(route, game, now_ms)]

    def describe(self, since_ms: int = 0) -> str:
        """What is planned, a line for each fault, with times in seconds after `since_ms`."""
        closures = [closure.describe(since_ms) for closure in self.closures]
        return "\n".join(closures + [planned.describe(since_ms) for planned in self.planned])

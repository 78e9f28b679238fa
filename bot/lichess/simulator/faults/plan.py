"""Which request meets which faults."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.lichess.simulator.faults.base import Fault


@dataclass(slots=True)
class _Rule:
    fault: Fault
    route: str
    game: str | None
    skip: int
    count: int | None


@dataclass(slots=True)
class FaultPlan:
    """Which request meets which faults: counted in the order of the requests, so the same run meets the same faults."""

    _rules: list[_Rule] = field(default_factory=list)

    def add(
        self, fault: Fault, *, route: str = "stream", game: str | None = None, skip: int = 0, count: int | None = 1
    ) -> None:
        """Plan a fault.

        Args:
            fault: What goes wrong.
            route: The kind of request that it hits: `stream`, `export`, `status` or `tv`.
            game: Only requests about this game; None: about any.
            skip: How many such requests pass unharmed first.
            count: How many then are hit; None: all.
        """
        self._rules.append(_Rule(fault, route, game, skip, count))

    def meet(self, route: str, game: str | None = None) -> list[Fault]:
        """The faults that a request meets now, in the order in which they were planned."""
        met = []
        for rule in self._rules:
            if rule.route != route or rule.game not in (None, game):
                continue
            if rule.skip > 0:
                rule.skip -= 1
            elif rule.count is None or rule.count > 0:
                rule.count = None if rule.count is None else rule.count - 1
                met.append(rule.fault)
        return met

"""The life of a followed game as a table: what may follow what, and nothing else."""

from typing import Literal

from bot.updates import Happening

Lifecycle = Literal["waiting", "live", "reconnecting", "ended", "settled", "void", "unsupported", "missing"]

RUNNING: frozenset[Lifecycle] = frozenset({"live", "reconnecting"})
OVER: frozenset[Lifecycle] = frozenset({"settled", "void", "unsupported", "missing"})
"""States after which nothing more is asked for."""

H = Happening
TRANSITIONS: dict[tuple[Lifecycle, Happening], Lifecycle] = {
    ("waiting", H.DESCRIBED): "live",
    ("waiting", H.LOST): "reconnecting",
    ("waiting", H.VARIANT): "unsupported",
    ("waiting", H.MISSING): "missing",
    ("live", H.DESCRIBED): "live",
    ("live", H.MOVED): "live",
    ("live", H.LOST): "reconnecting",
    ("live", H.ENDED): "ended",
    ("live", H.SETTLED): "settled",
    ("live", H.VOID): "void",
    ("live", H.MISSING): "void",
    ("reconnecting", H.DESCRIBED): "live",
    ("reconnecting", H.LOST): "reconnecting",
    ("reconnecting", H.SETTLED): "settled",
    ("reconnecting", H.VOID): "void",
    ("reconnecting", H.VARIANT): "unsupported",
    ("reconnecting", H.MISSING): "missing",
    ("ended", H.ENDED): "ended",
    ("ended", H.LOST): "ended",
    ("ended", H.SETTLED): "settled",
    ("ended", H.VOID): "void",
    ("void", H.VOID): "void",
    ("void", H.LOST): "void",
    ("void", H.SETTLED): "settled",
    ("settled", H.SETTLED): "settled",
    ("ended", H.REOPENED): "live",
    ("settled", H.REOPENED): "live",
    ("void", H.REOPENED): "live",
}
"""Every pair that is not here is an error, which leads to reading the game anew."""


class LifecycleError(Exception):
    """Something happened to a game that cannot happen in its state."""


def after(state: Lifecycle, happening: Happening) -> Lifecycle:
    """The state that follows; raises `LifecycleError` if nothing may."""
    try:
        return TRANSITIONS[state, happening]
    except KeyError:
        raise LifecycleError(f"{happening} cannot happen to a game that is {state}") from None

"""Which game scenes show: what the operator pinned, then what the configuration names, own games, and a rule."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from overlay.shown.live import LiveGame
from overlay.shown.views import RUNNING

Feature = Literal["longest", "top", "closest"]
"""The game with most plies, the highest average rating, or the smallest lead."""

AFTERGLOW_MS = 20_000
"""How long a game that was featured at its end stays so, so that its result is seen."""
CLOSEST_STAYS_MS = 60_000
"""How long the closest game stays at least while it is played."""
CLEARLY_CLOSER = 5
"""So many hundredths must another lead be smaller by."""
SCORELESS = ("unsupported", "missing")
"""The lifecycles of what can never be featured: there is no score."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What should be featured: `pinned` is a game, `named` a player or a game in lower case, "" for nobody.

    `before` is the game that was featured when the program ended the last time.
    """

    pinned: str | None = None
    named: str = ""
    rule: Feature = "longest"
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The featured game, and since when it is."""

    id: str | None = None
    since_ms: int = 0


def choose_featured(games: Mapping[str, LiveGame], wishes: Wishes, last: Choice, now_ms: int) -> Choice:
    """Choose again, after the games or the wishes have changed.

    The pinned game comes first, then a running game that is named, then one that the owner of the token plays. Else the
    rule of the wishes chooses among the running games, but one that ended while it was featured stays for a while, and
    while none runs the last one stays, or the latest is taken. What has no score is never featured.
    """
    chosen = _chosen(
        {name: game for name, game in games.items() if game.lifecycle not in SCORELESS}, wishes, last, now_ms
    )
    return last if chosen == last.id else Choice(chosen, now_ms)


def _chosen(games: Mapping[str, LiveGame], wishes: Wishes, last: Choice, now_ms: int) -> str | None:
    if wishes.pinned in games:
        return wishes.pinned
    running = [game for game in games.values() if game.lifecycle in RUNNING]
    current = games.get(last.id or "")
    for preferred in (
        [game for game in running if wishes.named and wishes.named in _names(game)],
        [game for game in running if game.transport == "own"],
    ):
        if preferred:
            return current.id if current in preferred else _longest(preferred).id
    if current and (not running or _has_just_ended(current, last.since_ms, now_ms)):
        return current.id
    if wishes.rule == "longest" and games.get(wishes.before or "") in running:
        return wishes.before
    if running:
        return _by_rule(running, wishes.rule, current if current in running else None, now_ms - last.since_ms).id
    return next(reversed(tuple(games)), None)


def _names(game: LiveGame) -> tuple[str, str, str]:
    return game.id.lower(), game.info.white.name.lower(), game.info.black.name.lower()


def _has_just_ended(game: LiveGame, shown_since_ms: int, now_ms: int) -> bool:
    return game.lifecycle not in RUNNING and shown_since_ms < game.changed_at_ms > now_ms - AFTERGLOW_MS


def _by_rule(running: Collection[LiveGame], rule: Feature, current: LiveGame | None, shown_ms: int) -> LiveGame:
    """One of the running games; `current` is the one that has been shown for a while, if it still runs."""
    if rule == "top":
        return max(running, key=_rating)
    if rule == "longest":
        return current or _longest(running)
    if current and shown_ms < CLOSEST_STAYS_MS:
        return current
    closest = min(running, key=lambda game: (_lead(game), -game.game.ply))
    return current if current and _lead(current) - _lead(closest) < CLEARLY_CLOSER else closest


def _longest(running: Collection[LiveGame]) -> LiveGame:
    return max(running, key=lambda game: game.game.ply)


def _rating(game: LiveGame) -> int:
    """Twice the average; an unknown rating counts as 0."""
    return (game.info.white.rating or 0) + (game.info.black.rating or 0)


def _lead(game: LiveGame) -> int:
    """By how many hundredths somebody leads."""
    return game.report.leader[1]

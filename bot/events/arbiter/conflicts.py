"""Where the server has changed what an arbiter corrected: the correction stays on top, and somebody should look."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.events.arbiter.acts import MergeNames, PlaceGame, Undo
from bot.events.arbiter.correction import Correction, Scored, in_force, scored
from bot.events.arbiter.folding import folded
from bot.events.model import EventGame


@dataclass(frozen=True, slots=True)
class Conflict:
    """A correction in force whose game was `was` without corrections when it was made, and is `now` something else.

    `reason` says why the correction has no effect any more, "" if it has.
    """

    correction: Correction
    was: Scored | None
    now: Scored | None
    reason: str = ""


def conflicts(facts: Sequence[EventGame], corrections: Sequence[Correction]) -> tuple[Conflict, ...]:
    """All conflicts in the order of the corrections.

    Of several corrections of a game's score the last one tells whether its facts have changed: whoever made it saw
    them. That a game which was still running has ended is no conflict.
    """
    now = {fact.id: scored(fact) for fact in facts}
    idle = folded(facts, corrections).idle
    holding = in_force(corrections)
    last = {one.act.game_id: one.number for one in holding if not isinstance(one.act, MergeNames | PlaceGame | Undo)}
    found = []
    for correction in holding:
        act = correction.act
        fact = None if isinstance(act, MergeNames | Undo) else now.get(act.game_id)
        was_over = correction.fact is not None and correction.fact.outcome is not None
        changed = correction.number in last.values() and was_over and fact != correction.fact
        if changed or correction.number in idle:
            found.append(Conflict(correction, correction.fact, fact, idle.get(correction.number, "")))
    return tuple(found)

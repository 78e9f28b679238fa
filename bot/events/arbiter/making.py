"""Making a correction: refused in one sentence, or ready to be kept."""

from collections.abc import Sequence
from dataclasses import replace

from bot.events.arbiter.acts import Act, Undo
from bot.events.arbiter.correction import (
    ArbiterError,
    Correction,
    Scored,
    StaleError,
    game_touched,
    scored,
    undone,
)
from bot.events.arbiter.folding import folded
from bot.events.arbiter.words import act_text
from bot.events.model import EventGame

LONGEST_WHY = 500
LONGEST_WHO = 100


def make_correction(
    event_id: str,
    facts: Sequence[EventGame],
    earlier: Sequence[Correction],
    act: Act,
    *,
    who: str,
    why: str,
    at_ms: int,
    expected_number: int,
) -> Correction:
    """The next correction of an event after `earlier`, which are all that were made.

    `expected_number` is that of the last one that the arbiter knew of, 0 for none. Raises `StaleError` if there is
    another one by now, and `ArbiterError` for everything else that is wrong.
    """
    who, why = _line(who), _line(why)
    if not who or len(who) > LONGEST_WHO:
        raise ArbiterError(f"who corrects must be named, in at most {LONGEST_WHO} letters")
    if not why or len(why) > LONGEST_WHY:
        raise ArbiterError(f"a correction needs a reason, in at most {LONGEST_WHY} letters")
    last = earlier[-1].number if earlier else 0
    if last != expected_number:
        raise stale(earlier, expected_number)
    if isinstance(act, Undo):
        _check_undo(act, earlier)
    new = Correction(last + 1, event_id, who, at_ms, why, act)
    before, after = folded(facts, earlier), folded(facts, (*earlier, new))
    for number, reason in after.idle.items():
        if number == new.number:
            raise ArbiterError(reason)
        if number not in before.idle:
            raise ArbiterError(f"correction {number} would have nothing to act on then: {reason}")
    touched = game_touched(act, earlier)
    return replace(
        new, before=_find(before.games, touched), after=_find(after.games, touched), fact=_find(facts, touched)
    )


def stale(corrections: Sequence[Correction], expected_number: int) -> StaleError:
    """Why a correction is refused that was made after `expected_number`, which is not the last one."""
    between = [correction for correction in corrections if correction.number > expected_number]
    if not between:
        return StaleError(f"there is no correction {expected_number} in this event; look at it again")
    made = "; ".join(f"{one.who}: {act_text(one.act)} ({one.why})" for one in between[-3:])
    return StaleError(f"meanwhile another correction was made, look at it and confirm again: {made}")


def _check_undo(act: Undo, earlier: Sequence[Correction]) -> None:
    if not any(correction.number == act.number for correction in earlier):
        raise ArbiterError(f"there is no correction {act.number} to undo")
    if act.number in undone(earlier):
        raise ArbiterError(f"correction {act.number} is undone already")


def _line(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def _find(games: Sequence[EventGame], game_id: str | None) -> Scored | None:
    return next((scored(game) for game in games if game.id == game_id), None)

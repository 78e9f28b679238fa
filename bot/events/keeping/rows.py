"""Events as the rows of the store have them, and back."""

from dataclasses import asdict

import msgspec

from bot.events.arbiter import Act, Correction, Scored
from bot.events.keeping.facts import Attributed
from bot.events.keeping.texts import text_of, value_of
from bot.events.model import Setup
from bot.store.event_rows import CorrectionRow, EventGameRow, SetupRow


class Marks(msgspec.Struct, forbid_unknown_fields=True):
    """What a correction changed in the game it touches."""

    before: Scored | None
    after: Scored | None
    fact: Scored | None


def setup_row(setup: Setup, at_ms: int) -> SetupRow:
    """The row of a setup; the store numbers it."""
    return SetupRow(setup.id, 0, at_ms, text_of(setup))


def game_row(event_id: str, game: Attributed) -> EventGameRow:
    """The row of a game; the store numbers it."""
    return EventGameRow(event_id=event_id, number=0, **asdict(game))


def attributed(row: EventGameRow) -> Attributed:
    """The game of a row."""
    values = asdict(row)
    del values["event_id"], values["number"]
    return Attributed(**values)


def correction_row(correction: Correction) -> CorrectionRow:
    """The row of a correction."""
    return CorrectionRow(
        correction.event_id,
        correction.number,
        correction.at_ms,
        correction.who,
        correction.why,
        text_of(correction.act),
        text_of(Marks(correction.before, correction.after, correction.fact)),
    )


def correction_of(row: CorrectionRow) -> Correction:
    """The correction of a row. Raises `TextError` if somebody has spoiled it."""
    marks: Marks = value_of(row.marks, Marks)
    act: Act = value_of(row.act, Act)
    return Correction(row.number, row.event_id, row.who, row.at_ms, row.why, act, marks.before, marks.after, marks.fact)

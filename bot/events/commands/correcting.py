"""Makes a correction: shows what it changes, and keeps it if that is wanted."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from bot.clock import RealClock
from bot.config import Config, EventSection
from bot.events.arbiter.making import make_correction
from bot.events.arbiter.swing import Line, swing
from bot.events.arbiter.words import act_text
from bot.events.commands.correct import read_act
from bot.events.commands.loading import keeping, kept
from bot.events.commands.trouble import EventCommandError
from bot.events.model import Event
from bot.events.table import table
from bot.score.numbers import decimal
from bot.score.table import printable


async def correct(
    settings: Config,
    config: Path,
    section: EventSection,
    asked: Mapping[str, str | None],
    *,
    who: str,
    why: str,
    yes: bool,
) -> list[str]:
    """What the one correction that is asked for changes, in lines for people; it is kept with `yes`.

    Raises `EventCommandError`, `ArbiterError`, `StoreError`.
    """
    wanted = {option: text for option, text in asked.items() if text is not None}
    if len(wanted) != 1:
        options = ", ".join(f"--{option}".replace("_", "-") for option in asked)
        raise EventCommandError(f"ask for one correction: {options}")
    ((option, text),) = wanted.items()
    act = read_act(option, text)
    async with keeping(settings, config) as keeper:
        loaded = await kept(keeper, settings, section)
        last = loaded.corrections[-1].number if loaded.corrections else 0
        correction = make_correction(
            section.id,
            loaded.facts,
            loaded.corrections,
            act,
            who=who,
            why=why,
            at_ms=RealClock().now_ms(),
            expected_number=last,
        )
        if yes:
            await keeper.keep_correction(correction)
    shifts = swing(loaded.setup, loaded.facts, loaded.corrections, correction, _lines)
    told = [f"correction {correction.number}: {act_text(act)}"]
    told += [f"  {shift.player}: {_line(shift.before)} → {_line(shift.after)}" for shift in shifts]
    return [printable(line) for line in told] + ([] if shifts else ["  the table stays as it is"])


def _lines(event: Event) -> Iterable[Line]:
    return [Line(row.entrant.name, row.place, row.points) for row in table(event)]


def _line(line: Line | None) -> str:
    return "–" if line is None else f"{line.place}. with {decimal(line.points)}"

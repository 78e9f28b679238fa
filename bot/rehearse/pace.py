"""When each move of a recorded game is made, and what the clocks show: as the record tells it, else plausibly."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import chess

from bot.lichess.simulator.model import Event, TimeControl
from bot.lichess.simulator.pgn import move_events
from bot.pgn import PgnGame

ASSUMED: Final = TimeControl(600, 0)
"""What is assumed of a game whose record knows neither clocks nor a time control."""
WITHOUT_CLOCK_MS: Final = 5000
"""The time for a move in a game without a clock."""
USUAL_MOVES: Final = 40
"""The time of a side lasts for so many moves, and for all that it makes."""
SPENT: Final = 0.9
"""This part of the time is used up then."""
LEAST_MS: Final = 100
"""No move takes less: every position is seen."""
LONGEST_INCREMENT_S: Final = 60
"""A clock that rises more from one move to the next was given a new session's time."""

_PERIOD = re.compile(r"(?:\d+/)?(\d{1,6})(?:\+(\d{1,3}))?")


def control_of(game: PgnGame) -> TimeControl | None:
    """The time control: that of the record's first session, else one that fits its clocks; None if it says no clock."""
    text = game.headers.get("TimeControl", "").strip()
    if text == "-":
        return None
    told = _PERIOD.fullmatch(text.partition(":")[0])
    if told and (control := TimeControl(int(told[1]), int(told[2] or 0))) != TimeControl(0, 0):
        return control
    return _fitting(game.clocks) or ASSUMED


def timed_moves(game: PgnGame, control: TimeControl | None) -> list[Event]:
    """The moves, each at the time that the clocks tell; where they do not, at a steady rhythm."""
    clocks_s = (None if clock_cs is None else clock_cs / 100 for clock_cs in game.clocks)
    events = move_events(
        [(move.uci(), clock_s) for move, clock_s in zip(game.moves, clocks_s, strict=True)],
        control,
        cadence_ms=_rhythm_ms(len(game.moves), control),
        black_first=game.start.turn == chess.BLACK,
    )
    return _apart(events)


def _fitting(clocks_cs: Sequence[int | None]) -> TimeControl | None:
    """A time control that clocks may have come from."""
    first = [clock_cs for clock_cs in clocks_cs[:2] if clock_cs is not None]
    if not first or max(first) < 100:
        return None
    pairs = zip(clocks_cs, clocks_cs[2:], strict=False)
    rises_s = [(after - before) // 100 for before, after in pairs if before is not None and after is not None]
    increment_s = max((rise for rise in rises_s if 0 <= rise <= LONGEST_INCREMENT_S), default=0)
    return TimeControl(max(first) // 100, increment_s)


def _rhythm_ms(plies: int, control: TimeControl | None) -> int:
    if control is None:
        return WITHOUT_CLOCK_MS
    moves = max(USUAL_MOVES, (plies + 1) // 2)
    return round(SPENT * control.start_ms / moves) + control.increment_ms


def _apart(events: Sequence[Event]) -> list[Event]:
    """The same moves, none at the time of the one before."""
    apart: list[Event] = []
    late_ms = 0
    for event in events:
        before_ms = apart[-1].at_ms if apart else 0
        late_ms += max(0, before_ms + LEAST_MS - (event.at_ms + late_ms))
        apart.append(replace(event, at_ms=event.at_ms + late_ms))
    return apart

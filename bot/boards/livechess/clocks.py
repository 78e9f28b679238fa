"""The clock beside a board. Which fields it has could not be verified, so every shape that makes sense is taken.

    {"white": 3599, "black": 3600, "running": "white"}
    {"white": "0:59:59", "black": "1:00:00", "run": true, "turn": "w"}
    {"white": {"time": 3599, "running": true}, "black": {"time": 3600, "running": false}}
    {"whiteTime": 3599, "blackTime": 3600, "whiteRunning": true}

Numbers are seconds; what tells milliseconds says so in its name ("whiteMs", "timeMs").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import chess
import msgspec

LONGEST_MS = 1000 * 3_600_000
"""No clock shows more: what says so is nonsense."""
_SHOWN = re.compile(r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d))?")
_SIDES = {"white": chess.WHITE, "w": chess.WHITE, "black": chess.BLACK, "b": chess.BLACK}
_TIMES = ("", "time", "seconds", "remaining", "ms", "timems", "clock")
_RUNS = ("running", "run", "active", "runs", "isrunning")
_WHOSE = ("running", "run", "active", "turn", "side", "tomove", "runningside")


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What a clock shows, and which side's time runs; None where that is not told.

    `strange` are the fields of a clock of which nothing is understood.
    """

    white_ms: int | None = None
    black_ms: int | None = None
    running: chess.Color | None = None
    strange: str = ""

    def of(self, side: chess.Color) -> int | None:
        """The time of a side in milliseconds."""
        return self.white_ms if side == chess.WHITE else self.black_ms


def read_clock(raw: bytes) -> ClockReading | None:
    """What the object says; if there is no clock, none of its times is known. None: it cannot be read."""
    try:
        told = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if told is None:
        return ClockReading()
    fields = _flat(told) if isinstance(told, dict) else {}
    reading = ClockReading(_time_ms(fields, "white"), _time_ms(fields, "black"), _running(fields))
    if reading.white_ms is not None or reading.black_ms is not None:
        return reading
    return ClockReading(strange=repr(sorted(told) if isinstance(told, dict) else type(told).__name__)[:200])


def _flat(told: Mapping[str, Any]) -> dict[str, Any]:
    """All fields, those of a side's own object with the side before them; names without case and underscores."""
    flat: dict[str, Any] = {}
    for name, value in told.items():
        plain = re.sub(r"[^a-z]", "", name.lower())
        if isinstance(value, dict):
            flat |= {f"{plain}{inner}": found for inner, found in _flat_one(value).items()}
        else:
            flat[plain] = value
    return flat


def _flat_one(told: Mapping[str, Any]) -> dict[str, Any]:
    return {re.sub(r"[^a-z]", "", name.lower()): value for name, value in told.items()}


def _time_ms(fields: Mapping[str, Any], side: str) -> int | None:
    for name in _TIMES:
        for whole in (f"{side}{name}", f"{name}{side}"):
            found = _ms(fields.get(whole), 1 if name.endswith("ms") else 1000)
            if found is not None:
                return found
    return None


def _ms(value: Any, unit: int) -> int | None:
    if isinstance(value, str):
        if shown := _SHOWN.fullmatch(value.strip()):
            hours, minutes, seconds, tenths = (int(part or 0) for part in shown.groups())
            return (hours * 3600 + minutes * 60 + seconds) * 1000 + tenths * 100
        value = int(value) if value.isascii() and value.isdigit() and len(value) < 12 else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value * unit <= LONGEST_MS:
        return None
    return round(value * unit)


def _running(fields: Mapping[str, Any]) -> chess.Color | None:
    """The side whose time runs. A clock that is held says false beside a turn; then nobody's does."""
    for side in ("white", "black"):
        if any(fields.get(f"{side}{name}") is True or fields.get(f"{name}{side}") is True for name in _RUNS):
            return _SIDES[side]
    if any(fields.get(name) is False for name in _RUNS):
        return None
    told = (fields.get(name) for name in _WHOSE)
    return next((_SIDES[word.lower()] for word in told if isinstance(word, str) and word.lower() in _SIDES), None)

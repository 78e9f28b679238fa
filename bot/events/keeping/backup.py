"""An event as one JSON document, and back. The same event always gives the same bytes."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

import msgspec

from bot.events.arbiter import Act
from bot.events.keeping.rows import Marks
from bot.events.keeping.texts import TextError, setup_of, text_of, understood
from bot.store.event_rows import CorrectionRow, EventGameRow, ReportRow, SetupRow, WholeEvent

FORMAT = 1
"""Goes up when older programs could not read it any more."""

_Shape: TypeAlias = dict[str, Any]


class _Document(msgspec.Struct, forbid_unknown_fields=True):
    unruh_event: int
    event_id: str
    setups: list[_Shape]
    games: list[_Shape]
    corrections: list[_Shape]
    reports: list[_Shape]


def document(event_id: str, whole: WholeEvent) -> bytes:
    """The document; it holds plain ASCII, so that texts with halves of surrogate pairs come back as well."""
    told = _Document(
        FORMAT,
        event_id,
        [_unpacked(asdict(row), "setup") for row in whole.setups],
        [_unpacked(asdict(row)) for row in whole.games],
        [_unpacked(asdict(row), "act", "marks") for row in whole.corrections],
        [asdict(row) for row in whole.reports],
    )
    return json.dumps(msgspec.to_builtins(told), indent=1).encode("ascii") + b"\n"


def read_document(data: bytes) -> tuple[str, WholeEvent]:
    """The id of an event and its rows. Raises `TextError` for whatever is not in order."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise TextError("it is no JSON") from error
    version = value.get("unruh_event") if isinstance(value, dict) else None
    if version != FORMAT:
        newer = isinstance(version, int) and version > FORMAT
        raise TextError("a newer version of Unruh has written it" if newer else "it does not begin as one")
    told: _Document = understood(value, _Document)
    whole = WholeEvent(
        tuple(_row(SetupRow, row, told.event_id, setup=setup_of) for row in told.setups),
        tuple(_row(EventGameRow, row, told.event_id) for row in told.games),
        tuple(_row(CorrectionRow, row, told.event_id, act=_act, marks=_marks) for row in told.corrections),
        tuple(understood(row, ReportRow) for row in told.reports),
    )
    _check(told.event_id, whole)
    return told.event_id, whole


def _unpacked(values: _Shape, *packed: str) -> _Shape:
    """The columns of a row without the id of the event, those that hold JSON as what they hold."""
    del values["event_id"]
    return values | {name: json.loads(values[name]) for name in packed}


def _row(kind: type, values: _Shape, event_id: str, **packed: Callable[[Any], object]) -> Any:
    """A row; what it holds as JSON must be what it should be."""
    for name, read in packed.items():
        values = values | {name: text_of(read(values.get(name)))}
    return understood({"event_id": event_id} | values, kind)


def _act(value: object) -> object:
    return understood(value, Act)


def _marks(value: object) -> object:
    return understood(value, Marks)


def _check(event_id: str, whole: WholeEvent) -> None:
    """Raise `TextError` unless numbers and ids belong together."""
    if not whole.setups or any(json.loads(row.setup)["id"] != event_id for row in whole.setups):
        raise TextError("its setup is that of another event")
    games = {row.game_id for row in whole.games}
    told = {row.game_id for row in whole.reports}
    counted: list[Sequence[int]] = [[row.number for row in whole.setups], [row.number for row in whole.corrections]]
    counted += [[row.number for row in whole.games if row.game_id == game_id] for game_id in games]
    counted += [[row.number for row in whole.reports if row.game_id == game_id] for game_id in told]
    if any(list(numbers) != list(range(1, len(numbers) + 1)) for numbers in counted):
        raise TextError("something in it is missing, or there twice")
    if not told <= games:
        raise TextError("it has a report of a game that is not in it")

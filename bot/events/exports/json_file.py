"""JSON: an event with everything that is known of it, exactly; docs/event-files.md describes every key."""

from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec.structs import asdict

from bot.events.exports.cells import exact
from bot.events.exports.trouble import EventFileError
from bot.events.model import Entrant, Event, EventGame, Kind, Setup, TieBreak
from bot.events.table import Row
from scoring import Outcome, Rules, RulesError

FORMAT: Literal["unruh-event"] = "unruh-event"
VERSION: Literal[1] = 1
_Points = tuple[Fraction, Fraction]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file; every key has to be there, and no other."""


class EntrantPart(_Part, frozen=True):
    """A player."""

    name: str
    title: str | None
    rating: int | None
    fide_id: int | None
    team: str


class SetupPart(_Part, frozen=True):
    """What was agreed."""

    id: str
    name: str
    kind: Kind
    rules: dict[str, str | int]
    entrants: tuple[EntrantPart, ...]
    rounds: int | None
    match_games: int
    reserves: tuple[str, ...]
    tie_breaks: tuple[TieBreak, ...]
    prizes: tuple[Fraction, ...]


class GamePart(_Part, frozen=True):
    """A game; `report` is an object, null where there is none."""

    id: str
    order: int
    white: str
    black: str
    round: int | None
    board: int | None
    outcome: Outcome | Literal["void"] | None
    ending: str
    points: _Points | None
    record: str
    report: msgspec.Raw
    rules_version: str
    corrected: bool
    excluded: bool
    provisional: _Points | None


class RowPart(_Part, frozen=True):
    """A line of the standings."""

    place: int
    entrant: EntrantPart
    points: Fraction
    classical: Fraction
    games: int
    wins: int
    tie_breaks: dict[TieBreak, Fraction | None]


class EventFile(_Part, frozen=True):
    """The whole file."""

    format: Literal["unruh-event"]
    version: Literal[1]
    setup: SetupPart
    games: tuple[GamePart, ...]
    standings: tuple[RowPart, ...]


class _Head(msgspec.Struct, frozen=True):
    format: object = None
    version: object = None


def event_json(event: Event, rows: Sequence[Row]) -> bytes:
    """The event and its standings, in UTF-8 on one line."""
    file = EventFile(
        format=FORMAT,
        version=VERSION,
        setup=_setup_part(event.setup),
        games=tuple(map(_game_part, event.games)),
        standings=tuple(map(_row_part, rows)),
    )
    return msgspec.json.encode(file, enc_hook=_written) + b"\n"


def read_event_json(data: bytes) -> tuple[Event, tuple[Row, ...]]:
    """The event and its standings again. Raises `EventFileError`."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise EventFileError(f"the file is no event: its format is not {FORMAT!r}")
        if head.version != VERSION:
            raise EventFileError(f"the file is of version {str(head.version)[:20]}, only version {VERSION} can be read")
        file = msgspec.json.decode(data, type=EventFile, dec_hook=_read)
        rules = Rules(**file.setup.rules)  # type: ignore[arg-type]
    except msgspec.ValidationError as error:
        raise EventFileError(_sentence(str(error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EventFileError(f"the file is not JSON: {error}") from None
    except (RulesError, TypeError) as error:
        raise EventFileError(f"$.setup.rules: {str(error).removeprefix('Rules.__init__() ')}") from None
    return Event(_setup(file.setup, rules), tuple(map(_game, file.games))), tuple(map(_row, file.standings))


def _sentence(text: str) -> str:
    """What msgspec says, with the place before it."""
    what, _, place = text.rpartition(" - at `")
    return f"{place.rstrip('`')}: {what}" if what else f"$: {text}"


def _written(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"there is no JSON for {type(value)}")


def _read(wanted: type, value: object) -> Any:
    if wanted is Fraction and isinstance(value, str):
        try:
            return exact(value)
        except ValueError:
            pass
    raise ValueError(f"{str(value)[:40]!r} is not a number like 9/20")


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _entrant_part(entrant: Entrant) -> EntrantPart:
    return EntrantPart(**_fields(entrant))


def _entrant(part: EntrantPart) -> Entrant:
    return Entrant(**asdict(part))


def _setup_part(setup: Setup) -> SetupPart:
    changed = {"rules": setup.rules.as_dict(), "entrants": tuple(map(_entrant_part, setup.entrants))}
    return SetupPart(**_fields(setup) | changed)


def _setup(part: SetupPart, rules: Rules) -> Setup:
    return Setup(**asdict(part) | {"rules": rules, "entrants": tuple(map(_entrant, part.entrants))})


def _game_part(game: EventGame) -> GamePart:
    return GamePart(**_fields(game) | {"report": msgspec.Raw((game.report or "null").encode())})


def _game(part: GamePart) -> EventGame:
    report = bytes(part.report).decode()
    return EventGame(**asdict(part) | {"report": "" if report == "null" else report})


def _row_part(row: Row) -> RowPart:
    return RowPart(**_fields(row) | {"entrant": _entrant_part(row.entrant)})


def _row(part: RowPart) -> Row:
    return Row(**asdict(part) | {"entrant": _entrant(part.entrant)})

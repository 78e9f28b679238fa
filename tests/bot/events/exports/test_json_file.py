"""JSON: everything is read back, exactly; what is wrong is told with its place."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from bot.events.exports.json_file import event_json, read_event_json
from bot.events.exports.trouble import EventFileError
from bot.events.model import Entrant, Event, EventGame, Setup
from bot.events.table import table
from scoring import Rules
from tests.bot.events.exports.samples import events

WRONG_NODES = f"$.setup.rules: flag_fall_nodes = -{Rules().flag_fall_nodes} must be a whole number of at least 1"
EVENT = Event(
    Setup("e", "Club", "match", Rules("spirit"), (Entrant("Ann"), Entrant("Bea")), prizes=(Fraction(2, 3),)),
    (
        EventGame(
            id="g1",
            order=0,
            white="Ann",
            black="Bea",
            outcome="draw",
            points=(Fraction(1, 3), Fraction(9, 20)),
            record='[White "Ann"]\n\n1. e4 1/2-1/2\n',
            report='{"points":1.50}',
        ),
    ),
)


@settings(max_examples=30, deadline=None)
@given(events())
def test_everything_is_read_back(event: Event) -> None:
    rows = table(event)
    assert read_event_json(event_json(event, rows)) == (event, rows)


def test_the_shape_of_the_file() -> None:
    file = json.loads(event_json(EVENT, table(EVENT)))
    assert (file["format"], file["version"]) == ("unruh-event", 1)
    assert file["setup"]["rules"] == Rules("spirit").as_dict()
    assert file["setup"]["prizes"] == ["2/3"]
    assert file["games"][0]["points"] == ["1/3", "9/20"]
    assert file["games"][0]["report"] == {"points": 1.5}
    assert file["standings"][0]["points"] == "9/20"


def test_the_docs_name_every_key() -> None:
    docs = (Path(__file__).parents[4] / "docs" / "event-files.md").read_text(encoding="utf-8")
    keys = set(_keys(json.loads(event_json(EVENT, table(EVENT))))) - {"points", *Rules().as_dict()}
    assert not {key for key in keys if f"`{key}`" not in docs}


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(part)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('"unruh-event"', '"other"', "the file is no event: its format is not 'unruh-event'"),
        ('"version":1', '"version":2', "the file is of version 2, only version 1 can be read"),
        ('"1/3"', '"1/0"', "$.games[0].points[0]: '1/0' is not a number like 9/20"),
        ('"1/3"', "0.33", "$.games[0].points[0]: '0.33' is not a number like 9/20"),
        ('"1/3"', '"1e9999999999"', "$.games[0].points[0]: '1e9999999999' is not a number like 9/20"),
        ('"order":0', '"order":"x"', "$.games[0].order: Expected `int`, got `str`"),
        ('"order":0,', "", "$.games[0]: Object missing required field `order`"),
        ('"order":0', '"order":0,"more":1', "$.games[0]: Object contains unknown field `more`"),
        ('"match"', '"joust"', "$.setup.kind: Invalid enum value 'joust'"),
        (
            '"preset":"spirit"',
            '"preset":"x"',
            '$.setup.rules: preset = \'x\' does not exist; choose one of "letter", "spirit"',
        ),
        ('"preset":"spirit"', '"more":1', "$.setup.rules: got an unexpected keyword argument 'more'"),
        ('{"format"', '"format"', "$: Expected `object`, got `str`"),
        ('{"format"', "{format", "the file is not JSON: JSON is malformed: object keys must be strings (byte 1)"),
    ],
)
def test_what_is_wrong_in_a_file(before: str, after: str, sentence: str) -> None:
    text = event_json(EVENT, table(EVENT)).decode()
    assert before in text
    with pytest.raises(EventFileError) as told:
        read_event_json(text.replace(before, after, 1).encode())
    assert str(told.value) == sentence


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[]", b"1", b"[" * 100_000, b'{"format":"unruh-event"}'])
def test_files_that_are_no_event(data: bytes) -> None:
    with pytest.raises(EventFileError) as told:
        read_event_json(data)
    assert str(told.value)
    assert "\n" not in str(told.value)

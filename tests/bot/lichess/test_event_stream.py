"""The decoder of the event stream on a recorded one: fed whole, by line, byte by byte, cut, and spoilt."""

import itertools
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.lichess.decoder import Malformed
from bot.lichess.event_stream import Began, Ended, Event, EventStream
from bot.lichess.own_wire import Account, Compat, EventGame

STREAMS = Path(__file__).parents[2] / "streams" / "own_games"
RECORDED = (STREAMS / "events.ndjson").read_bytes()
BOARD = Compat(bot=False, board=True)


def decode(*chunks: bytes) -> list[Event]:
    stream = EventStream()
    return [event for chunk in chunks for event in stream.feed(chunk)] + stream.eof()


def line(kind: str, **game: object) -> bytes:
    return json.dumps({"type": kind, "game": game}).encode() + b"\n"


def test_the_recorded_stream() -> None:
    assert decode(RECORDED) == [
        Began("Corres01", BOARD),
        Began("Bullet01", Compat(bot=False, board=False)),
        Began("Engine01", BOARD),
        Began("Offer001", BOARD),
        Ended("Bullet01"),
        Ended("Offer001"),
    ]


def test_however_it_is_cut_the_events_are_the_same() -> None:
    assert decode(*RECORDED.splitlines(keepends=True)) == decode(RECORDED)
    assert decode(*(RECORDED[i : i + 1] for i in range(len(RECORDED)))) == decode(RECORDED)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, len(RECORDED)), max_size=12))
def test_any_chunking(cuts: list[int]) -> None:
    places = sorted({*cuts, 0, len(RECORDED)})
    assert decode(*(RECORDED[start:end] for start, end in itertools.pairwise(places))) == decode(RECORDED)


def test_what_is_not_said_about_the_interfaces_is_allowed() -> None:
    assert decode(line("gameStart", gameId="abcdefgh")) == [Began("abcdefgh", Compat(bot=True, board=True))]


@pytest.mark.parametrize(
    "spoilt",
    [
        b"{\n",
        b"\xff\n",
        b"7\n",
        b"[" * 100_000 + b"\n",
        b'{"type":"gameStart"}\n',
        b'{"type":"gameStart","game":null}\n',
        line("gameStart", id="abcdefgh"),
        line("gameStart", gameId="abcdefghWXYZ"),
        line("gameFinish", gameId="../admin"),
        line("gameFinish", gameId=12345678),
    ],
)
def test_a_line_that_cannot_be_used_is_left_out(spoilt: bytes) -> None:
    malformed, began = decode(spoilt, line("gameStart", gameId="abcdefgh"))
    assert isinstance(malformed, Malformed)
    assert began == Began("abcdefgh", Compat())


def test_the_secret_of_a_game_is_told_nowhere() -> None:
    stream = decode(RECORDED, line("gameStart", fullId="abcdefghWXYZ", gameId="abcdefghWXYZ"), RECORDED[:100])
    assert "Xy9z" not in str(stream)
    assert "WXYZ" not in str(stream)


@pytest.mark.parametrize("other", [b"{}\n", b'{"type":"challenge","challenge":{}}\n', b'{"type":"x","game":[]}\n'])
def test_other_messages_say_nothing(other: bytes) -> None:
    assert decode(other) == []


def test_half_a_line_at_the_end_is_worth_a_note() -> None:
    assert decode(RECORDED, RECORDED[:50])[-1] == Malformed("the stream ended in the middle of a line")


def test_the_recorded_answers() -> None:
    account = msgspec.json.decode((STREAMS / "account.json").read_bytes(), type=Account)
    assert account == Account("amsel", None)
    playing = json.loads((STREAMS / "playing.json").read_bytes())["nowPlaying"]
    assert [game.game_id for game in msgspec.convert(playing, list[EventGame])] == ["Corres01", "Offer001"]


@pytest.mark.parametrize("name", ["gameStart", "gameStart-ai", "gameFinish", "gameFinish-ai"])
def test_a_published_example(shared: Path, name: str) -> None:
    example = json.loads((shared / "lichess" / "examples" / f"stream-{name}.json").read_bytes())
    (event,) = decode(json.dumps(example).encode() + b"\n")
    game_id = example["game"]["gameId"]
    assert event == (Began(game_id, BOARD) if name.startswith("gameStart") else Ended(game_id))

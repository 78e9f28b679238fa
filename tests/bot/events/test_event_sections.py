"""The sections [[events]]: what is wrong in one is told in words, and what an event is made of is followed."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.config import Config, ConfigError, parse_config

EXAMPLE = Path(__file__).parents[3] / "config.example.toml"
ARENA = 'id = "club"\nkind = "arena"\narena = "winter01"\n'
MATCH = 'id = "match"\nkind = "match"\nplayers = ["Amsel", "Birke"]\n'


def read(*events: str) -> Config:
    return parse_config("\n".join(f"[[events]]\n{event}" for event in events))


MISTAKES = [
    ('id = "club"\nkind = "arena"\narna = "winter01"', 'unknown key "events.0.arna": did you mean "arena"?'),
    (MATCH + "form = 1", 'unknown key "events.0.form": did you mean "from"?'),
    (ARENA + 'rules = { flagfall = "fide" }', 'unknown key "events.0.rules.flagfall": did you mean "flag_fall"?'),
    (ARENA + 'rules = { preset = "lettre" }', "events.0.rules.preset: must be 'letter' or 'spirit', not 'lettre'"),
    ('id = "club"\nkind = "arena"', "events.0: must name what it is made of; the keys for that are arena, swiss"),
    ('id = "a b"\nkind = "arena"\narena = "winter01"', "events.0.id: must be letters, digits, - and _"),
    ('id = "all"\nkind = "arena"\narena = "winter01"', 'events.0.id: must not be "all"'),
    ('id = "club"\nkind = "arean"\narena = "winter01"', "events.0.kind: must be 'match', 'round_robin', 'swiss'"),
    (ARENA + 'clock = "3"', 'events.0.clock: must be minutes and the seconds for every move, like "3+2"'),
    (ARENA + 'prizes = ["1/0"]', "events.0.prizes.0: must not be divided by zero"),
    (ARENA + 'prizes = ["a lot"]', 'events.0.prizes.0: must be a share like "1/2" or an amount like "120"'),
    (ARENA + 'time_zone = "Europe/Berln"', "events.0.time_zone: must be the name of a time zone"),
    (ARENA + "from = 2026-12-01T19:00:00", 'events.0: must name a time zone for "from"'),
    (ARENA + "from = 2026-12-01T19:00:00Z\nuntil = 2026-12-01T18:00:00Z", 'must not end ("until") before it begins'),
    ('id = "m"\nkind = "match"\nplayers = ["Amsel"]', "events.0: must name two players for a match, not 1"),
    ('id = "m"\nkind = "match"\nplayers = ["Amsel", "Birke, Bo"]', "'Birke, Bo' cannot be one"),
    ('id = "t"\nkind = "team_match"\nplayers = ["Amsel"]', "must name two teams for a team match, not 0"),
    (ARENA + 'teams = { Woods = ["Amsel"], Meadows = ["AMSEL"] }', "must name every player in one team only"),
    (ARENA + 'pgn = "http://[::1"', "events.0.pgn: number 0 must be a file, or the address of a page"),
]


@pytest.mark.parametrize(("text", "sentence"), MISTAKES)
def test_mistakes(text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as error:
        read(text)
    assert sentence in str(error.value)


def test_two_events_with_one_id_and_a_section_that_is_no_list() -> None:
    with pytest.raises(ConfigError, match='"club" is there twice'):
        read(ARENA, ARENA.replace("club", "Club"))
    with pytest.raises(ConfigError, match=r"events: must be written \[\[events\]\], once for each event"):
        parse_config(f"[events]\n{ARENA}")


def test_what_events_are_made_of_is_followed() -> None:
    league = 'id = "league"\nkind = "league"\narena = ["winter01", "winter02"]\nplayers = ["Amsel", "Cedern, C"]'
    board = 'id = "board"\nkind = "swiss"\nbroadcast_round = "round123"\npgn = "live.pgn"\ngames = "abcdefgh"'
    config = read(ARENA, league, board, MATCH)
    assert not config.follow.names_something
    followed = {key: value for key, value in config.wanted.model_dump().items() if value}
    assert followed == {
        "arenas": ["winter01", "winter02"],
        "broadcast_rounds": ["round123"],
        "pgn": ["live.pgn"],
        "games": ["abcdefgh"],
        "users": ["Amsel", "Birke"],  # of the league nobody need be followed: its arenas tell all games
    }


def test_times_and_prizes() -> None:
    local = 'from = 2026-12-01T19:00:00\nuntil = 2026-12-01T21:00:00\ntime_zone = "Europe/Berlin"\n'
    (event,) = read(MATCH + local + 'prizes = ["1/2", "0.25", 120]').events
    assert event.from_ms == datetime(2026, 12, 1, 18, tzinfo=UTC).timestamp() * 1000
    assert event.until_ms == datetime(2026, 12, 1, 20, tzinfo=UTC).timestamp() * 1000
    assert event.prizes == ["1/2", "0.25", "120"]
    assert read(MATCH).events[0].from_ms is None


def test_the_example_is_right() -> None:
    _, _, text = EXAMPLE.read_text(encoding="utf-8").partition("# [[events]]\n")
    keys = [line.removeprefix("# ") for line in text.splitlines() if " = " in line]
    (event,) = parse_config("[[events]]\n" + "\n".join(keys)).events
    assert (event.id, event.arena, event.everybody) == ("club-2026-12", ["winter01"], ["Amsel", "Birke"])
    assert "events" not in tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))

"""TRF16 and TRF26, read back by their columns as FIDE describes them."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from bot.events.exports.trf import TrfVersion, trf
from bot.events.exports.trf_rounds import rounded
from bot.events.exports.trouble import EventFileError
from bot.events.model import Entrant, Event, EventGame, Setup
from bot.events.table import table
from bot.pgn import PgnGame, read_pgn
from scoring import Rules
from tests.bot.events.exports.samples import events, played
from tests.bot.score.conftest import SHORT_DRAW

NORMAL = {"1": 1.0, "W": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "L": 0.0, "Z": 0.0, " ": 0.0}
KIND = {"1": "W", "=": "D", "0": "L"}


@dataclass
class Player:
    number: int
    title: str
    name: str
    rating: str
    fide_id: str
    points: float
    rank: int
    rounds: list[tuple[int, str, str]]


def players_in(text: str) -> dict[int, Player]:
    """The records 001, by the positions of the format."""
    players = {}
    for line in text.split("\r\n"):
        if line.startswith("001"):
            wide = f"{line:<89}"
            assert all(wide[gap - 1] == " " for gap in (4, 9, 14, 48, 53, 57, 69, 80, 85))
            rounds = [line[start : start + 8].ljust(8) for start in range(91, len(line), 10)]
            assert re.fullmatch(r"[ \d]\d\.\d", line[80:84])
            players[int(line[4:8])] = Player(
                int(line[4:8]),
                line[10:13].strip(),
                line[14:47].strip(),
                line[48:52].strip(),
                line[57:68].strip(),
                float(line[80:84]),
                int(line[85:89]),
                [(int(one[:4]), one[5], one[7]) for one in rounds],
            )
    return players


def abnormal_in(text: str) -> dict[tuple[str, int, int], float]:
    """The records 299: points by kind, round and player."""
    given = {}
    for line in text.split("\r\n"):
        if line.startswith("299"):
            for start in range(23, len(line), 5):
                key = line[4], int(line[19:22]), int(line[start : start + 4])
                assert key not in given
                given[key] = float(line[13:17])
    return given


def example() -> Event:
    entrants = (
        Entrant("Ann", "WGM", 2300, 1234567, team="Rooks"),
        Entrant("Bea\nCarla", "BOT", 2400, team="Knights"),
        Entrant("C" * 40, None, None, team="Rooks"),
    )
    games = (
        EventGame(
            "a", 0, "Ann", "Bea\nCarla", 1, 1, "white_wins", points=(Fraction(17, 20), Fraction(1, 20)), record="x"
        ),
        EventGame("b", 1, "C" * 40, "Ann", 2, 1, "draw", points=(Fraction(1, 3), Fraction(1, 4)), record="x"),
        EventGame("c", 2, "Bea\nCarla", "C" * 40, 3, 1, "black_wins", points=(Fraction(0), Fraction(1))),
        EventGame("d", 3, "Ann", "C" * 40, 4, 1),
        EventGame("e", 4, "Ann", "C" * 40, 4, 1, "void"),
        EventGame("f", 5, "Ann", "Nobody", 5, 1, "draw", points=(Fraction(1, 2), Fraction(1, 2))),
    )
    return Event(Setup("e", "Club evening", "swiss", Rules(), entrants, rounds=5), games)


def test_trf26() -> None:
    event, ann = example(), "1.1    2     1 w 1     3 b =  0000 - Z     3 w    0000 - Z"
    assert trf(event, table(event), "TRF26").split("\r\n") == [
        "012 Club evening",
        "062 3",
        "072 2",
        "082 2",
        "092 Individual: Swiss-System",
        "142 5",
        f"001    1      Bea�Carla{' ' * 25}2400{' ' * 28} 0.1    3     2 b 0  0000 - Z     3 w L  0000 - Z  0000 - Z",
        f"001    2  WGM Ann{' ' * 31}2300         1234567{' ' * 12} {ann}",
        f"001    3      {'C' * 33}{' ' * 33} 1.3    1  0000 - Z     2 w =     1 b W     2 b    0000 - Z",
        f"013 Knights{' ' * 25}   1",
        f"013 Rooks{' ' * 27}   2    3",
        "299 L         0.1  001    1",
        "299 W         0.9  001    2",
        "299 D         0.2  002    2",
        "299 D         0.3  002    3",
        "### points are those of asymmetry scoring, rounded to tenths; these are exact:",
        "###    1 1/20 Bea�Carla",
        "###    2 11/10 Ann",
        f"###    3 4/3 {'C' * 40}",
        "### not in this report: e Ann - " + "C" * 40,
        "### not in this report: f Ann - Nobody",
        "",
    ]


def test_trf16_has_classical_points_and_nothing_that_only_trf26_knows() -> None:
    event = example()
    text = trf(event, table(event), "TRF16")
    assert {number: player.points for number, player in players_in(text).items()} == {1: 0.0, 2: 1.5, 3: 1.5}
    assert {line[:3] for line in text.splitlines()} == {"012", "062", "072", "082", "092", "001", "013"}


def test_dates_and_time_control_come_from_the_records() -> None:
    tags = '[Date "2026.11.{}"]\n[TimeControl "180+2"]\n'
    games = tuple(
        played(tags.format(day) + SHORT_DRAW, order, round=order) for order, day in enumerate(("29", "28"), 1)
    )
    event = Event(Setup("e", "Club", "match", Rules()), games)
    assert {"042 2026/11/28", "052 2026/11/29", "122 180+2"} <= set(trf(event, table(event), "TRF16").splitlines())


@settings(max_examples=30, deadline=None)
@given(events())
def test_the_columns_say_what_the_event_says(event: Event) -> None:
    rows = table(event)
    for version in ("TRF16", "TRF26"):
        check(event, trf(event, rows, version), version)


def check(event: Event, text: str, version: TrfVersion) -> None:
    rows = table(event)
    players, given = players_in(text), abnormal_in(text)
    assert all(line.endswith("\r\n") and line.count("\r") == 1 for line in text.splitlines(keepends=True))
    assert sorted(player.rank for player in players.values()) == sorted(row.place for row in rows)
    points = sorted((row.place, float(rounded(row.points) if version == "TRF26" else row.classical)) for row in rows)
    assert sorted((player.rank, player.points) for player in players.values()) == points
    for player in players.values():
        total = 0.0
        for number, (opponent, colour, result) in enumerate(player.rounds, start=1):
            total += given.pop((KIND.get(result, result), number, player.number), NORMAL[result])
            if opponent:
                other = players[opponent].rounds[number - 1]
                assert (other[0], {colour, other[1]}) == (player.number, {"w", "b"})
                assert NORMAL[result] + NORMAL[other[2]] == (0 if result == " " else 1)
        assert total == pytest.approx(player.points)
    assert not given


def test_a_real_round_robin_keeps_its_results(shared: Path) -> None:
    """The classical column is what the results of the file give."""
    games, made = [], dict[str, float]()
    with (shared / "games/real/broadcast-45-games-eval-clock.pgn").open("rb") as stream:
        for order, read in enumerate(read_pgn(stream, "file")):
            assert isinstance(read, PgnGame)
            white, black = read.header("White"), read.header("Black")
            outcome = {"1-0": "white_wins", "0-1": "black_wins", "1/2-1/2": "draw"}[read.result]
            half = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}[read.result]
            for name, score in zip((white, black), half, strict=True):
                made[name] = made.get(name, 0) + score
            number = int(read.header("Round").partition(".")[0])
            game = EventGame(str(order), order, white, black, number, record="moves")
            points = (Fraction(outcome != "black_wins", 3), Fraction(outcome != "white_wins", 3))
            games.append(replace(game, outcome=outcome, points=points))  # type: ignore[arg-type]
    event = Event(Setup("e", "Real", "round_robin", Rules()), tuple(games))
    for version in ("TRF16", "TRF26"):
        check(event, trf(event, table(event), version), version)
    assert {player.name: player.points for player in players_in(trf(event, table(event), "TRF16")).values()} == made
    assert "rounds were made" not in trf(event, table(event), "TRF26")


def test_games_without_rounds_get_some() -> None:
    games = tuple(
        EventGame(str(order), order, *pair, outcome="draw", points=(Fraction(1, 4), Fraction(1, 4)), record="x")
        for order, pair in enumerate([("a", "b"), ("b", "a"), ("c", "d"), ("c", "a")])
    )
    event = Event(Setup("e", "Arena", "arena", Rules()), games)
    text = trf(event, table(event), "TRF26")
    assert [one[0] for one in players_in(text)[1].rounds] == [2, 2, 3]
    assert [one[0] for one in players_in(text)[3].rounds] == [4, 0, 1]
    assert "### rounds were made of the order of the games" in text


@pytest.mark.parametrize(
    ("entrant", "points", "sentence"),
    [
        (Entrant("Ann", rating=10_000), Fraction(1), "a TRF has no room for the rating of 'Ann'"),
        (Entrant("Ann", fide_id=10**12), Fraction(1), "a TRF has no room for the FIDE number of 'Ann'"),
        (Entrant("Ann"), Fraction(100), "a TRF has no room for the points of 'Ann'"),
    ],
)
def test_what_has_no_room_is_told(entrant: Entrant, points: Fraction, sentence: str) -> None:
    game = EventGame("a", 0, "Ann", "Bea", outcome="white_wins", points=(points, Fraction(0)))
    event = Event(Setup("e", "Club", "match", Rules(), (entrant, Entrant("Bea"))), (game,))
    with pytest.raises(EventFileError) as told:
        trf(event, table(event), "TRF26")
    assert str(told.value) == sentence

"""When the moves of a recorded game are made."""

from itertools import pairwise

import chess
import pytest

from bot.lichess.simulator import Event, TimeControl
from bot.pgn import PgnGame
from bot.rehearse.games import simulated
from bot.rehearse.pace import ASSUMED, LEAST_MS, control_of, timed_moves
from tests.bot.rehearse.pgns import record


def clocked(*clocks: str) -> str:
    """The beginning of a game with these clocks."""
    board, words = chess.Board(), []
    for san, clock in zip("e4 e5 Nf3 Nc6 Bb5 a6".split(), clocks, strict=False):
        number = f"{board.fullmove_number}. " if board.turn else ""
        words.append(f"{number}{san} " + (f"{{ [%clk {clock}] }}" if clock else ""))
        board.push_san(san)
    return " ".join(words)


def timed(game: PgnGame) -> list[Event]:
    return timed_moves(game, control_of(game))


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("180+2", TimeControl(180, 2)),
        ("300", TimeControl(300, 0)),
        ("0+3", TimeControl(0, 3)),
        ("40/5400+30:1800+30", TimeControl(5400, 30)),
        ("40/7200:3600", TimeControl(7200, 0)),
        ("-", None),
        ("?", ASSUMED),
        ("", ASSUMED),
        ("0", ASSUMED),
        ("15 min/game + 10 sec/move", ASSUMED),
        ("10.931+0.109", ASSUMED),
        ("9" * 5000, ASSUMED),
    ],
)
def test_the_time_control(text: str, control: TimeControl | None) -> None:
    assert control_of(record(TimeControl=text)) == control


def test_clocks_tell_a_time_control_where_the_record_does_not() -> None:
    moves = clocked("1:30:00", "1:29:50", "1:30:20", "1:29:00", "1:30:45")
    assert control_of(record(moves, TimeControl="?")) == TimeControl(5400, 25)
    session = clocked("0:10:00", "0:10:00", "1:10:00")
    assert control_of(record(session, TimeControl="?")) == TimeControl(600, 0)
    assert control_of(record(clocked("0:00:00", "0:00:00"), TimeControl="?")) == ASSUMED


def test_the_clocks_give_the_times() -> None:
    events = timed(record(clocked("0:01:00", "0:01:00", "0:00:55", "0:00:53.5", "0:00:54.9"), TimeControl="60+1"))
    assert [event.at_ms for event in events] == [2000, 4000, 10_000, 17_500, 18_600]
    assert [event.clock_ms for event in events] == [60_000, 60_000, 55_000, 53_500, 54_900]


def test_without_clocks_there_is_a_steady_rhythm_and_clocks_that_fit() -> None:
    game = simulated(record(TimeControl="600+5"))
    times = [event.at_ms for event in game.events[:-1]]
    assert {after - before for before, after in pairwise(times)} == {18_500}
    clocks = [position.white_ms for position in game.states[-1].positions]
    assert clocks[0] == 600_000
    assert 400_000 < (clocks[-1] or 0) < 500_000


def test_a_game_without_a_clock_has_none() -> None:
    game = simulated(record(TimeControl="-"))
    assert game.control is None
    assert game.states[-1].positions[-1].white_ms is None
    assert game.events[1].at_ms - game.events[0].at_ms == 5000


def test_every_position_is_there_for_a_moment() -> None:
    events = timed(record(clocked(*["0:00:00"] * 6), TimeControl="60+0"))
    times = [event.at_ms for event in events]
    assert all(after - before >= LEAST_MS for before, after in pairwise(times))
    assert times[-1] - times[-2] == LEAST_MS

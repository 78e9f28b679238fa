"""Switches of a running simulator."""

from dataclasses import replace

import chess
import pytest

from bot.lichess.simulator import Script, Switches, TimeControl
from tests.bot.lichess.simulator.lab import Lab, nothing_comes, read_lines, read_rest
from tests.bot.lichess.simulator.lines import move_stream

BLITZ = TimeControl(180, 2)
LAG_MS = 4_333
"""The delay of a 3+2 game by time."""
GAME = Script(control=BLITZ, pace_ms=10_000).moves("e4 e5 Nf3").resign(chess.BLACK).game()


@pytest.mark.parametrize(
    ("control", "lag_ms"),
    [
        (TimeControl(0, 1), 3_000),
        (TimeControl(180, 0), 3_000),
        (TimeControl(181, 0), 3_016),
        (BLITZ, LAG_MS),
        (TimeControl(3600, 0), 60_000),
        (TimeControl(7200, 30), 60_000),
        (None, 0),
    ],
)
def test_the_delay_in_seconds_is_by_time_control(control: TimeControl | None, lag_ms: int) -> None:
    game = Script(control=control).game()
    assert Switches(delay="seconds").lag_ms(game) == lag_ms
    assert Switches().lag_ms(game) == Switches(delay="none").lag_ms(game) == 0


@pytest.mark.parametrize("switches", [Switches(delay="seconds")])
async def test_everything_comes_some_seconds_late(lab: Lab) -> None:
    lab.add(GAME)
    stream = await lab.open()
    assert [line.get("fen", "")[:8] for line in await read_lines(stream, 2)] == ["", "rnbqkbnr"]
    await lab.clock.advance(10_000 + LAG_MS - 1)
    assert await nothing_comes(stream)
    await lab.clock.advance(1)
    assert (await read_lines(stream, 1))[0]["lm"] == "e2e4"
    joined = await lab.open()  # in the middle: what the other knows, and nothing more
    assert [line.get("lm") for line in await read_lines(joined, 3)] == [None, None, "e2e4"]
    assert await nothing_comes(joined)
    await lab.clock.advance(30_000)
    for rest in (await read_rest(stream), await read_rest(joined)):
        assert [line.get("lm") for line in rest] == ["e7e5", "g1f3", None]
        assert rest[-1]["status"]["name"] == "resign"


@pytest.mark.parametrize("switches", [Switches(delay="seconds")])
async def test_a_finished_game_is_told_at_once(lab: Lab) -> None:
    lab.add(GAME)
    await lab.clock.advance(40_000)
    assert len(await read_rest(await lab.open())) == 6


def test_the_view_knows_the_delay_too() -> None:
    switches = Switches(delay="seconds")
    assert len(move_stream(GAME, 0, 10_000 + LAG_MS - 1, switches)[0]) == 2
    assert len(move_stream(GAME, 0, 10_000 + LAG_MS, switches)[0]) == 3
    assert move_stream(GAME, 0, 40_000 + LAG_MS - 1, switches)[1] is False
    assert move_stream(GAME, 0, 40_000 + LAG_MS, switches)[1]
    assert move_stream(GAME, 40_000, 40_000, switches)[1]


@pytest.mark.parametrize(
    ("switches", "plies"), [(Switches(), 5), (Switches(delay="seconds"), 5), (Switches(delay="none"), 7)]
)
async def test_exports_are_late_by_plies_or_not_at_all(lab: Lab, plies: int) -> None:
    lab.add(Script(control=BLITZ).moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4").game())
    await lab.clock.advance(7000)
    assert len((await lab.json("/game/export/abcdefgh"))["moves"].split()) == plies


async def test_a_switch_is_turned_while_the_simulator_runs(lab: Lab) -> None:
    lab.add(Script(control=BLITZ).moves("e4 e5 Nf3").game())
    await lab.clock.advance(3000)
    before = await lab.open()
    lab.simulator.switches = replace(lab.simulator.switches, delay="none", first_line="2023", keepalive_s=7)
    after = await lab.open()
    assert "fen" not in (await read_lines(before, 2))[0]
    assert "fen" in (await read_lines(after, 5))[0]
    await lab.clock.advance(7000)
    assert await after.content.readline() == b"\n"
    assert await nothing_comes(before)

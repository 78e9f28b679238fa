"""Keys of a terminal, and what they mean."""

import asyncio
import os
import sys
from collections.abc import Iterator
from random import Random

import pytest

from bot.clock import ManualClock, SteeredClock
from bot.lichess.simulator import World
from bot.rehearse.examples import examples
from bot.rehearse.games import simulated
from bot.rehearse.keys import Keys
from bot.rehearse.rehearsal import Rehearsal
from bot.rehearse.terminal import LEFT, RIGHT, keys
from tests.bot.rehearse.pgns import record


def rehearsal() -> Rehearsal:
    clock = SteeredClock(ManualClock())
    games = (simulated(record(White=f"Amsel{number}")) for number in range(2))
    return Rehearsal(World(clock), clock, games, held_plies=0, ply=5, random=Random(1))


def test_keys_steer_the_featured_game_or_the_first_one() -> None:
    show, said = rehearsal(), list[str]()
    featured = None
    steering = Keys(show, lambda: featured, said.append)

    def plies() -> list[int]:
        return [game.ply for game in show.games()]

    steering.pressed(RIGHT)
    featured = show.games()[1].id
    steering.pressed(LEFT)
    assert plies() == [6, 4]
    steering.pressed(" ")
    assert show.paused
    steering.pressed(" ")
    assert not show.paused
    for _ in range(9):
        steering.pressed("+")
    assert show.speed == 100
    for _ in range(12):
        steering.pressed("-")
    assert show.speed == 0.1
    steering.pressed("?")
    steering.pressed("2")
    assert [game.name for game in show.games()][2:] == ["Amsel – Birke"]
    assert said[0:2] == ["Paused", "It goes on"]
    listed, fired = said[-2:]
    assert listed.startswith("1 pawn_trade  2 minor_trade  3 queen_trade  4 sacrifice  ")
    assert fired == "An example of minor_trade is played"


def test_other_keys_mean_nothing() -> None:
    show, said = rehearsal(), list[str]()
    before = show.games()
    for key in ("0", "x", "\x1b", "\x1b[A", "²", "\n", ""):
        Keys(show, lambda: None, said.append).pressed(key)
    assert (show.games(), show.paused, said) == (before, False, [])


def test_there_is_a_key_for_every_example() -> None:
    assert len(examples()) <= 9


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """A terminal: where keys are pressed, and what the program reads."""
    if sys.platform == "win32":
        pytest.skip("terminals are POSIX")
    hand, program = os.openpty()
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())  # it is nobody's controlling terminal
    yield hand, program
    os.close(hand)
    os.close(program)


async def test_keys_come_singly_and_the_terminal_is_left_as_it_was(terminal: tuple[int, int]) -> None:
    import termios

    hand, program = terminal
    before, pressed, last = termios.tcgetattr(program), list[str](), asyncio.Event()

    def press(key: str) -> None:
        pressed.append(key)
        if key == "?":
            last.set()

    with keys(press, program) as possible:
        assert possible
        assert termios.tcgetattr(program) != before
        os.write(hand, b"a \x1b[D\x1bOC?")
        async with asyncio.timeout(15):
            await last.wait()
    assert pressed == ["a", " ", LEFT, RIGHT, "?"]
    assert termios.tcgetattr(program) == before


async def test_without_a_terminal_there_are_no_keys() -> None:
    reading, writing = os.pipe()
    with keys(print, reading) as possible:
        assert not possible
    os.close(reading)
    os.close(writing)


async def test_a_program_in_the_background_leaves_the_terminal_alone(
    terminal: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp() + 1)
    with keys(print, terminal[1]) as possible:
        assert not possible

"""What is kept of what boards tell: nothing is missing from which the games could be read again."""

import json
from random import Random

import chess
import pytest

from bot.boards.livechess.session import Session
from bot.boards.livechess.wire import ListedBoard
from bot.boards.room import Room
from bot.clock import ManualClock
from tests.bot.boards.famous import famous_games
from tests.bot.boards.livechess.evening import NIGHT_MS, SERIAL, TABLE, named
from tests.bot.boards.noise import Hands

START = chess.STARTING_BOARD_FEN
MOVED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
TICK_MS = 250
"""How often a board tells what stands there, whether that is new or not."""


def frame(at_ms: int, placement: str, feed: int = 1, **more: object) -> str:
    told = {"serialnr": SERIAL, "flipped": False, "board": placement} | more
    return json.dumps({"response": "feed", "id": feed, "param": told, "time": at_ms})


class Replay:
    """A room that hears frames at their times; `kept` are those that its session has kept."""

    def __init__(self) -> None:
        self.clock, self.kept, self.states = ManualClock(NIGHT_MS), list[bytes](), list[bytes]()
        self.room = Room(named(TABLE), self.clock, keep=self.states.append)
        self.session = Session(self.room, self.kept.append)
        self.session.ask()
        self.take(json.dumps({"response": "call", "id": 1, "param": [{"serialnr": SERIAL, "state": "ACTIVE"}]}))

    def take(self, *frames: str | bytes) -> "Replay":
        for one in frames:
            self.session.take(one)
        return self

    async def hear(self, frames: list[str] | list[bytes]) -> bytes:
        """Moves and clocks of the games, after all frames have been heard."""
        for one in frames:
            await self._until(json.loads(one)["time"])
            self.take(one)
        await self._until(self.clock.now_ms() + 60_000)
        return self.states[-1]

    async def _until(self, at_ms: int) -> None:
        while self.room.due_ms is not None and self.room.due_ms <= at_ms:
            await self.clock.advance(max(0, self.room.due_ms - self.clock.now_ms()))
            self.room.tick()
        await self.clock.advance(at_ms - self.clock.now_ms())


@pytest.mark.parametrize(
    ("then", "kept"),
    [
        (frame(2, START), False),
        (frame(2, START, battery="83%"), True),
        (frame(2, MOVED), True),
        (frame(2, START, flipped=True), True),
        (frame(2, START, clock={"white": 5, "black": 5}), True),
        (frame(2, START, san=[]), True),
        (frame(1, START, feed=7), True),
    ],
)
def test_what_says_nothing_new_is_not_kept(then: str, kept: bool) -> None:
    replay = Replay().take(frame(1, START), then)
    assert len(replay.kept) == 1 + kept


def test_each_feed_is_compared_with_itself_and_a_connection_begins_anew() -> None:
    first, second = Replay(), Replay()
    first.room.listed((ListedBoard(SERIAL), ListedBoard("B")), ())
    first.take(frame(1, START), frame(2, MOVED), frame(3, START), frame(4, START))
    assert [json.loads(one)["time"] for one in first.kept] == [1, 2, 3]
    assert len(second.take(frame(5, START)).kept) == 1


@pytest.mark.parametrize("name", ["opera", "immortal"])
async def test_games_are_read_again_from_what_was_kept(name: str) -> None:
    """The board repeats itself four times a second, with a clock that counts whole seconds."""
    frames = evening_of(name)
    first, again = Replay(), Replay()
    state = await first.hear(frames)
    assert [game.plies for game in first.room.view().games] == [len(famous_games()[name])]
    assert len(first.kept) < len(frames) / 2
    assert await again.hear(first.kept) == state


def evening_of(name: str) -> list[str]:
    """The frames of a game with noise."""
    at_ms, frames, left_ms = NIGHT_MS, list[str](), {chess.WHITE: 5_400_000, chess.BLACK: 5_400_000}
    shown, running = START, chess.WHITE

    def tell() -> None:
        clock = {
            "white": left_ms[chess.WHITE] // 1000,
            "black": left_ms[chess.BLACK] // 1000,
            "running": "white" if running else "black",
        }
        frames.append(frame(at_ms, shown, clock=clock))

    tell()
    for messages in Hands(famous_games()[name], Random(name), clock=True).plies():
        for message in messages:
            for gone_ms in [TICK_MS] * 4 + [message.after_ms]:
                at_ms += gone_ms
                left_ms[running] -= gone_ms
                tell()
            shown = fen_of(message.placement)
            running = running if message.running is None else message.running
            tell()
    return frames


def fen_of(placement: str) -> str:
    board = chess.BaseBoard.empty()
    board.set_piece_map(
        {square: chess.Piece.from_symbol(symbol) for square, symbol in enumerate(placement) if symbol != "."}
    )
    return board.board_fen()

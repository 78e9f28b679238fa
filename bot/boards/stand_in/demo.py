"""The demo's board: the moves of one of its games are made there by hand, again and again."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random

import chess

from bot.boards.stand_in.boards import SimulatedBoard, TimedMove
from bot.boards.stand_in.server import serving
from bot.clock import Clock
from bot.config.boards import BoardSection, BoardsSection
from bot.demo.games import DemoGame, load_games
from bot.lichess.simulator.model import Kind

SERIAL = "10001"
PLAYERS = "Sperling", "Tanne"
SHOWN = 2
"""Which of the games is played there."""
NO_PIECES = "8/8/8/8/8/8/8/8"
COMING_MS = 15_000
"""The players come a little later than the demo begins, when the other games have been found."""
PAUSE_MS = 20_000
"""From the set-up to the first move of the next game."""
_OUTCOMES = {chess.WHITE: "white_wins", chess.BLACK: "black_wins", None: "draw"}


@asynccontextmanager
async def demo_board(
    clock: Clock, game: DemoGame | None = None, *, seed: int | None = None
) -> AsyncIterator[BoardsSection]:
    """Run a LiveChess with one board, at which a game is played for ever; gives the configuration for it."""
    board, game = SimulatedBoard(SERIAL), game or load_games()[SHOWN]
    async with serving([board], clock) as stand_in:
        playing = asyncio.create_task(_play(board, game, clock, Random(seed)))
        try:
            place = BoardSection(board=SERIAL, white=PLAYERS[0], black=PLAYERS[1])
            yield BoardsSection(livechess=stand_in.url, games=[place])
        finally:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing


async def _play(board: SimulatedBoard, game: DemoGame, clock: Clock, random: Random) -> None:
    moves = list(timed_moves(game))
    outcome = _OUTCOMES[game.game.states[-1].winner]
    board.put(NO_PIECES)
    await clock.sleep_until_ms(clock.now_ms() + COMING_MS)
    await board.set_up(clock, random)
    while True:
        await board.play(moves, outcome, clock, random)
        await board.set_up(clock, random)
        await clock.sleep_until_ms(clock.now_ms() + PAUSE_MS)


def timed_moves(demo: DemoGame) -> Iterator[TimedMove]:
    """The moves of a game of the demo with both clocks, as a board has them."""
    board = chess.Board()
    start_ms = demo.game.control.start_ms if demo.game.control else None
    clocks = {chess.WHITE: start_ms, chess.BLACK: start_ms}
    for event in demo.game.events:
        if event.kind is Kind.MOVE:
            assert event.uci is not None
            clocks[board.turn] = event.clock_ms
            move = board.parse_uci(event.uci)
            yield TimedMove(event.at_ms, move, clocks[chess.WHITE], clocks[chess.BLACK])
            board.push(move)

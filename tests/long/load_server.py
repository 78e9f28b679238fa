"""The server of the load test: many games at one move a second, each followed by another when it is over."""

import argparse
import asyncio
import itertools
import time
from dataclasses import replace
from random import Random

import chess

from bot.clock import RealClock
from bot.lichess.simulator import Event, Game, Kind, Player, Simulator, TimeControl, World, serve, statuses

PLIES = 80
MOVE_MS = 1_000
ROUND_MS = MOVE_MS * (PLIES + 2)
TEMPLATES = 20


def template(random: Random) -> Game:
    """A game of chance with so many plies."""
    while True:
        board = chess.Board()
        while board.ply() < PLIES and not board.is_game_over(claim_draw=True):
            board.push(random.choice(list(board.legal_moves)))
        if board.ply() == PLIES and not board.is_game_over(claim_draw=True):
            moves = [Event(MOVE_MS * ply, Kind.MOVE, uci=move.uci()) for ply, move in enumerate(board.move_stack, 1)]
            end = Event(MOVE_MS * PLIES + MOVE_MS, Kind.FINISH, chess.WHITE, status=statuses.RESIGN)
            return Game("template", Player("A"), Player("B"), TimeControl(300, 3), (*moves, end))


def game_id(seat: int, number: int) -> str:
    """The id of the game that is played at a seat after so many others."""
    return f"S{seat:03}G{number:03}"


def begins_ms(seat: int, number: int) -> int:
    """When that game begins, after the start of the server; the seats are not in step."""
    return seat * 7919 % ROUND_MS + number * ROUND_MS


def begun(game: Game, seat: int, number: int, now_ms: int) -> Game:
    """A template as a game of two players of its own; what happens in it is computed only once for all."""
    white, black = Player(f"White{seat:03}", 1800), Player(f"Black{seat:03}", 1750)
    new = replace(game, id=game_id(seat, number), created_ms=now_ms, white=white, black=black)
    vars(new)["states"] = game.states
    return new


async def keep_playing(world: World, templates: list[Game], seat: int) -> None:
    """One game after the other, for ever."""
    start_ms = world.clock.now_ms()
    for number in itertools.count():
        at_ms = start_ms + begins_ms(seat, number)
        await world.clock.sleep_until_ms(at_ms)
        world.add(begun(templates[(seat + number) % TEMPLATES], seat, number, at_ms))
        if number > 1:
            world.remove(game_id(seat, number - 2))


async def main(games: int, speed: float) -> None:
    """Print the address and the moment of the start, and serve until ended."""
    random = Random(1)
    templates = [template(random) for _ in range(TEMPLATES)]
    world = World(RealClock(speed))
    async with serve(Simulator(world)) as url, asyncio.TaskGroup() as group:
        print(url, time.time(), flush=True)
        for seat in range(games):
            group.create_task(keep_playing(world, templates, seat))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--speed", type=float, default=1.0)
    given = parser.parse_args()
    asyncio.run(main(given.games, given.speed))

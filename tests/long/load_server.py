"""The server of the load test: many games at one move a second, each followed by another when it is over."""

import argparse
import asyncio
from dataclasses import replace
from random import Random

import chess

from bot.clock import RealClock
from bot.lichess.simulator import Event, Game, Kind, Player, Simulator, TimeControl, World, new_id, serve, statuses

PLIES = 80
MOVE_MS = 1_000
PAUSE_MS = 5_000
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


def begun(game: Game, seat: int, random: Random, now_ms: int) -> Game:
    """A template as a game of two players of its own; what happens in it is computed only once for all."""
    white, black = Player(f"White{seat:03}", 1800), Player(f"Black{seat:03}", 1750)
    new = replace(game, id=new_id(random), created_ms=now_ms, white=white, black=black)
    vars(new)["states"] = game.states
    return new


async def keep_playing(world: World, templates: list[Game], seat: int, random: Random) -> None:
    """One game after the other, for ever."""
    await world.clock.sleep_until_ms(world.clock.now_ms() + random.randrange(PLIES * MOVE_MS))
    while True:
        game = begun(random.choice(templates), seat, random, world.clock.now_ms())
        world.add(game)
        await world.clock.sleep_until_ms(game.created_ms + game.length_ms + PAUSE_MS)


async def main(games: int, speed: float, seed: int) -> None:
    """Print the address, and serve until ended."""
    random = Random(seed)
    world = World(RealClock(speed))
    templates = [template(random) for _ in range(TEMPLATES)]
    async with serve(Simulator(world)) as url, asyncio.TaskGroup() as group:
        print(url, flush=True)
        for seat in range(games):
            group.create_task(keep_playing(world, templates, seat, random))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(main(given.games, given.speed, given.seed))

"""The Lichess of a rehearsal: a simulator whose games somebody steers, while its connections go by the real time."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.clock import Clock, RealClock, SteeredClock
from bot.lichess.simulator.server import Simulator, serve
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.world import World
from bot.one_sentence import why
from bot.rehearse.files import UnplayableError, games_in
from bot.rehearse.rehearsal import Rehearsal


@asynccontextmanager
async def rehearsed_lichess(
    path: Path,
    *,
    speed: float = 1.0,
    ply: int = 0,
    clock: Clock | None = None,
    switches: Switches | None = None,
    seed: int | None = None,
) -> AsyncIterator[tuple[str, Rehearsal]]:
    """Run the server; gives its base URL, and the rehearsal, whose `run` has to be called.

    Args:
        path: A PGN file. Raises `UnplayableError` for one that cannot be read or has no game that can be played.
        speed: How many times faster than in reality the games go by at first.
        ply: The ply that every game begins with.
        clock: The real time.
        switches: How the simulator behaves.
        seed: Decides on the ids of the games; without one they differ every time.
    """
    real = clock or RealClock()
    steered = SteeredClock(real, speed)
    world = World(steered, wire=real)
    simulator = Simulator(world, switches)
    try:
        stream = path.open("rb")
    except OSError as error:
        raise UnplayableError(f"{path} cannot be read: {why(error)}") from None
    with stream:
        games, held_plies = games_in(stream, path.name), simulator.switches.held_plies
        rehearsal = Rehearsal(world, steered, games, held_plies=held_plies, ply=ply, random=Random(seed))
        async with serve(simulator) as base_url:
            yield base_url, rehearsal

"""A Lichess of one's own: games replayed over HTTP as Lichess shows them to spectators.

    world = World(RealClock(), [game])
    async with serve(Simulator(world)) as base_url:
        ...

`model` says what a game is, `views` what clients see of it, `server` how they ask; `faults` what goes wrong.
"""

from bot.clock import Clock, ManualClock, RealClock
from bot.lichess.simulator.broadcast_from_pgn import tour_from_pgn
from bot.lichess.simulator.broadcasts import Group, Round, Tour
from bot.lichess.simulator.chapter_script import ChapterScript
from bot.lichess.simulator.faults import FaultPlan
from bot.lichess.simulator.model import Event, Game, Kind, Opening, Player, TimeControl
from bot.lichess.simulator.pgn import from_pgn
from bot.lichess.simulator.script import Script
from bot.lichess.simulator.server import Simulator, serve
from bot.lichess.simulator.switches import Switches
from bot.lichess.simulator.tokens import Token
from bot.lichess.simulator.tournaments import Arena, Swiss, Team
from bot.lichess.simulator.world import World, new_id

__all__ = [
    "Arena",
    "ChapterScript",
    "Clock",
    "Event",
    "FaultPlan",
    "Game",
    "Group",
    "Kind",
    "ManualClock",
    "Opening",
    "Player",
    "RealClock",
    "Round",
    "Script",
    "Simulator",
    "Swiss",
    "Switches",
    "Team",
    "TimeControl",
    "Token",
    "Tour",
    "World",
    "from_pgn",
    "new_id",
    "serve",
    "tour_from_pgn",
]

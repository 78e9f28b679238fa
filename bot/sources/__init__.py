"""Where games come from: one file a source, which tells a `Listener` of its games."""

from pathlib import Path

from bot.boards.room import Room
from bot.clock import Clock
from bot.config import FollowSection
from bot.config.boards import BoardsSection
from bot.lichess.broadcast import broadcast_budget
from bot.lichess.client import LichessClient
from bot.sources.arena import ArenaSource
from bot.sources.broadcast import BroadcastSource
from bot.sources.livechess import LiveChessSource
from bot.sources.own_games import OwnGamesSource
from bot.sources.pgn import PgnSource
from bot.sources.swiss import SwissSource
from bot.sources.team import TeamSource
from bot.sources.tv import TvSource
from bot.sources.users import UsersSource
from bot.updates import Source


def sources_of(follow: FollowSection, folder: Path, client: LichessClient, clock: Clock) -> list[Source]:
    """The sources that a configuration names; files are looked for in its folder."""
    budget = broadcast_budget(client, clock)
    return [
        *([OwnGamesSource(client, clock)] if follow.mine else []),
        *([UsersSource(follow.users, client, clock)] if follow.users else []),
        *(ArenaSource(arena, client, clock) for arena in follow.arenas),
        *(SwissSource(swiss, client, clock) for swiss in follow.swiss),
        *(TeamSource(team, client, clock) for team in follow.teams),
        *(TvSource(channel, client, clock) for channel in follow.tv),
        *(BroadcastSource("round", name, client, clock, budget=budget) for name in follow.broadcast_rounds),
        *(BroadcastSource("tour", name, client, clock, budget=budget) for name in follow.broadcast_tournaments),
        *(BroadcastSource("group", name, client, clock, budget=budget) for name in follow.broadcast_groups),
        *(PgnSource(_place(where, folder), clock, received=client.received) for where in follow.pgn),
    ]


def boards_of(boards: BoardsSection, room: Room, client: LichessClient, clock: Clock) -> list[Source]:
    """The source of the games at electronic boards, if there are any."""
    return [LiveChessSource(boards.livechess, room, clock, received=client.received)] if boards.livechess else []


def _place(where: str, folder: Path) -> str:
    return where if where.startswith(("http://", "https://")) else str(folder / where)

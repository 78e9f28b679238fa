"""All games and users that the simulator knows. It may change at any time, while clients are connected."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random
from typing import Any

from bot.clock import Clock
from bot.lichess.simulator.broadcasts import Group, Tour
from bot.lichess.simulator.model import Event, Game, Player
from bot.lichess.simulator.opening_table import OpeningTable
from bot.lichess.simulator.tournaments import Arena, Swiss, Team, Tournament

_ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class World:
    """A catalogue of games on one clock, of the tournaments and teams that they belong to, and of broadcasts.

    `users` are all users by id: those of the games, tournaments and teams, and those added alone. `broadcasts` are the
    broadcast tournaments by id, `broadcast_groups` the groups of them. `masters_openings` and `lichess_openings` are
    what the opening explorer knows; the games here get into the latter by themselves when they are finished.

    Args:
        clock: The time of the games.
        games: The games to begin with.
        wire: The time of connections, their signs of life, pace and limits, where it is another one than that of the
            games: it must go on while theirs is held.
    """

    def __init__(self, clock: Clock, games: Iterable[Game] = (), *, wire: Clock | None = None) -> None:
        self.clock = clock
        self.wire = wire or clock
        self._games: dict[str, Game] = {}
        self.users: dict[str, Player] = {}
        self._tournaments: dict[str, Tournament] = {}
        self.teams: dict[str, Team] = {}
        self.broadcasts: dict[str, Tour] = {}
        self.broadcast_groups: dict[str, Group] = {}
        self.masters_openings = OpeningTable()
        self.lichess_openings = OpeningTable(plies=50)
        self._changed = asyncio.Event()
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        """Add a game, or replace the one with its id; ValueError if its events are impossible."""
        _ = game.states
        self._games[game.id] = game
        for tournament in (game.arena, game.swiss):
            if tournament and tournament.id not in self._tournaments:
                self.add_tournament(tournament)
        for player in (game.white, game.black):
            if player.name:
                self.add_user(player)
        self.wake()

    def add_user(self, player: Player) -> None:
        """Add a user who plays no game yet."""
        self.users[player.id] = player

    def add_tournament(self, tournament: Tournament) -> None:
        """Add an arena or a Swiss tournament, or replace the one with its id. That of a game is added with the game."""
        self._tournaments[tournament.id] = tournament
        for player in tournament.players:
            self.add_user(player)

    def add_team(self, team: Team) -> None:
        """Add a team, or replace the one with its id."""
        self.teams[team.id] = team
        for player in team.members:
            self.add_user(player)

    def add_broadcast(self, tour: Tour) -> None:
        """Add a tournament that is broadcast, or replace the one with its id; open streams tell what has changed."""
        self.broadcasts[tour.id] = tour
        self.wake()

    def add_broadcast_group(self, group: Group) -> None:
        """Add a group of broadcast tournaments, or replace the one with its id."""
        self.broadcast_groups[group.id] = group

    def arenas(self) -> list[Arena]:
        """The arenas that have been created by now, the latest beginning first."""
        return [tournament for tournament in self._created() if isinstance(tournament, Arena)]

    def swisses(self) -> list[Swiss]:
        """The Swiss tournaments that have been created by now, the latest beginning first."""
        return [tournament for tournament in self._created() if isinstance(tournament, Swiss)]

    def _created(self) -> list[Tournament]:
        now_ms = self.clock.now_ms()
        created = [tournament for tournament in self._tournaments.values() if tournament.created_ms <= now_ms]
        return sorted(created, key=lambda tournament: tournament.starts_ms, reverse=True)

    def tournament_games(self, tournament: Tournament) -> list[Game]:
        """All games of a tournament, those of the future too, in the order of their creation."""
        own = [g for g in self._games.values() if tournament.id in (g.arena and g.arena.id, g.swiss and g.swiss.id)]
        return sorted(own, key=lambda game: game.created_ms)

    def extend(self, game_id: str, events: Iterable[Event]) -> None:
        """Let more happen in a game."""
        self.add(self._games[game_id].extended(events))

    def remove(self, game_id: str) -> None:
        """Forget a game; open streams on it end."""
        self._games.pop(game_id, None)
        self.wake()

    def get(self, game_id: str) -> Game | None:
        """The game with an id, if it exists and has been created by now."""
        game = self._games.get(game_id)
        return game if game and game.created_ms <= self.clock.now_ms() else None

    def created(self) -> list[Game]:
        """All games that have been created by now, in the order in which they were added."""
        now_ms = self.clock.now_ms()
        return [game for game in self._games.values() if game.created_ms <= now_ms]

    def running(self) -> list[Game]:
        """The games under way now, in the order in which they were added."""
        now_ms = self.clock.now_ms()
        return [game for game in self.created() if game.state_at(now_ms).playable]

    def current_games(self) -> dict[str, Game]:
        """The running game of each user who plays, the latest one if there are several."""
        return {player.id: game for game in self.running() for player in (game.white, game.black) if player.name}

    def next_creation_ms(self) -> int | None:
        """When the next game begins that was added with a creation in the future."""
        now_ms = self.clock.now_ms()
        return min((game.created_ms for game in self._games.values() if game.created_ms > now_ms), default=None)

    @property
    def next_change(self) -> asyncio.Event:
        """Set by the next change of the catalogue: whoever takes it before he looks misses none."""
        return self._changed

    async def wait(self, change: asyncio.Event, *times_ms: int | None, wire_ms: int | None = None) -> None:
        """Wait for a change, or until the first of some times of the clock, or until one of the connections' time."""
        if change.is_set():
            return
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(change.wait())]
        until_ms = min((time for time in times_ms if time is not None), default=None)
        if until_ms is not None:
            tasks.append(asyncio.create_task(self.clock.sleep_until_ms(until_ms)))
        if wire_ms is not None:
            tasks.append(asyncio.create_task(self.wire.sleep_until_ms(wire_ms)))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    def wake(self) -> None:
        """Wake everyone who waits for a change, and begin to wait for the next."""
        self._changed.set()
        self._changed = asyncio.Event()


def new_id(random: Random) -> str:
    """A game id as Lichess makes them: eight letters and digits."""
    return "".join(random.choices(_ID_CHARACTERS, k=8))

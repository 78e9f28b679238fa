"""Arenas and Swiss tournaments: where they stand, who plays in them, and which games are theirs."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from urllib.parse import quote

import msgspec

from bot.lichess.client import LichessClient
from bot.lichess.ids import GameId, is_game_id
from bot.lichess.listing import fetch_lines

Status = Literal["created", "started", "finished"]
ARENA_STATUSES: dict[int, Status] = {10: "created", 20: "started", 30: "finished"}

MAX_IDS = 300
_BARE = {"moves": "false", "tags": "false", "clocks": "false", "evals": "false", "opening": "false"}


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a tournament stands.

    `starts_in_ms` is the time to its start or to its next round, where the server says it; `players` is their number;
    `games` are those running games that it shows itself; `playing` is whether any may be under way.
    """

    status: Status
    players: int = 0
    starts_in_ms: int | None = None
    games: tuple[str, ...] = ()
    playing: bool = True


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in a team's list; `starts_ms` is the time of its start."""

    id: str
    status: Status
    starts_ms: int


class Tournament(ABC):
    """What can be asked about a tournament; errors are `LichessError`s."""

    kind: str
    _path: str

    def __init__(self, tournament_id: str, client: LichessClient) -> None:
        """Take the tournament's id and the server."""
        self.id = tournament_id
        self.name = f"{self.kind} {tournament_id}"
        self._client = client

    @abstractmethod
    async def stage(self) -> Stage:
        """Where it stands now."""

    async def players(self) -> list[str]:
        """The names of all who have joined."""
        results = fetch_lines(self._client, self._address("results"), f"{self.name}: its players", _Result)
        return [result.username async for result in results]

    async def games(self) -> AsyncIterator[str]:
        """The ids of all its games, running and finished. The server sends 20 to 30 a second: to be asked rarely."""
        what = f"{self.name}: its games"
        async for game in fetch_lines(self._client, self._address("games"), what, _Game, params=_BARE):
            yield game.id

    async def own(self, game_ids: Sequence[str]) -> dict[str, bool]:
        """Which of at most 300 games belong to it; those that the server does not know are left out."""
        what, body = f"{self.name}: the records of games", ",".join(game_ids[:MAX_IDS])
        games = fetch_lines(self._client, "/api/games/export/_ids", what, _Game, params=_BARE, body=body)
        return {game.id: self.id in game.tournaments async for game in games}

    def _address(self, what: str) -> str:
        return f"{self._path}/{quote(self.id, safe='')}/{what}"


class Arena(Tournament):
    """An arena."""

    kind = "arena"
    _path = "/api/tournament"

    async def stage(self) -> Stage:
        """Where it stands now."""
        arena = await self._client.ask(
            self.name, lambda api: api.tournaments.get_tournament(quote(self.id, safe="")), _Arena
        )
        if arena.is_finished:
            return Stage("finished", arena.nb_players)
        if arena.seconds_to_start and not arena.is_started:
            return Stage("created", arena.nb_players, arena.seconds_to_start * 1000)
        shown = [*arena.duels, *([arena.featured] if arena.featured else [])]
        games = dict.fromkeys(pairing.id for pairing in shown if is_game_id(pairing.id))
        return Stage("started", arena.nb_players, games=tuple(games))


class Swiss(Tournament):
    """A Swiss tournament."""

    kind = "swiss"
    _path = "/api/swiss"

    async def stage(self) -> Stage:
        """Where it stands now."""
        swiss = await self._client.ask(
            self.name, lambda api: api.tournaments.get_swiss(quote(self.id, safe="")), _Swiss
        )
        wait_ms = None if swiss.next_round is None else max(0, swiss.next_round.wait_s) * 1000
        return Stage(swiss.status, swiss.nb_players, wait_ms, playing=swiss.nb_ongoing > 0)


async def team_arenas(client: LichessClient, team_id: str) -> list[Listed]:
    """The arenas of a team, those that start last first."""
    path, what = f"/api/team/{quote(team_id, safe='')}/arena", f"the arenas of the team {team_id}"
    arenas = [arena async for arena in fetch_lines(client, path, what, _TeamArena)]
    return [Listed(arena.id, ARENA_STATUSES.get(arena.status, "finished"), arena.starts_at) for arena in arenas]


async def team_swisses(client: LichessClient, team_id: str) -> list[Listed]:
    """The Swiss tournaments of a team, those that start last first."""
    path, what = f"/api/team/{quote(team_id, safe='')}/swiss", f"the Swiss tournaments of the team {team_id}"
    swisses = [swiss async for swiss in fetch_lines(client, path, what, _TeamSwiss)]
    return [Listed(swiss.id, swiss.status, round(swiss.starts_at.timestamp() * 1000)) for swiss in swisses]


class _Pairing(msgspec.Struct, frozen=True):
    id: str = ""


class _Arena(msgspec.Struct, frozen=True, rename="camel"):
    nb_players: int = 0
    is_started: bool = False
    is_finished: bool = False
    seconds_to_start: int | None = None
    duels: list[_Pairing] = []
    featured: _Pairing | None = None


class _NextRound(msgspec.Struct, frozen=True):
    wait_s: int = msgspec.field(name="in", default=0)


class _Swiss(msgspec.Struct, frozen=True, rename="camel"):
    status: Status
    nb_players: int = 0
    nb_ongoing: int = 0
    next_round: _NextRound | None = None


class _TeamArena(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    status: int
    starts_at: int


class _TeamSwiss(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    status: Status
    starts_at: datetime


class _Result(msgspec.Struct, frozen=True):
    username: str


class _Named(msgspec.Struct, frozen=True):
    id: str


class _Game(msgspec.Struct, frozen=True, rename="camel"):
    """A game, and its tournament in the words of now and of before 2026-06-27."""

    id: GameId
    arena_tour: _Named | None = None
    swiss_tour: _Named | None = None
    tournament: str | None = None
    swiss: str | None = None

    @property
    def tournaments(self) -> tuple[str | None, ...]:
        """The ids of the tournaments that it belongs to."""
        tours = (self.arena_tour, self.swiss_tour)
        return (*(tour.id for tour in tours if tour), self.tournament, self.swiss)

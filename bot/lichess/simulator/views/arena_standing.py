"""Who leads an arena: a page of the standing, the podium, the results."""

from __future__ import annotations

from typing import Final

import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.standings import Standing, arena_standings
from bot.lichess.simulator.tournaments import Arena
from bot.lichess.simulator.views.wire import Wire

_PAGE: Final = 10


class Sheet(Wire, kw_only=True, frozen=True):
    """The points of each game, the newest first."""

    scores: str
    fire: bool = False


class StandingLine(Wire, kw_only=True, frozen=True):
    """A player in the standing."""

    name: str
    title: str | None = None
    rank: int
    rating: int
    score: int
    sheet: Sheet


class StandingPage(msgspec.Struct, frozen=True):
    """Ten players."""

    page: int
    players: list[StandingLine]


class PodiumGames(msgspec.Struct, frozen=True):
    """How many games a winner played, went berserk in, and won."""

    game: int
    berserk: int
    win: int


class PodiumLine(Wire, kw_only=True, frozen=True):
    """One of the three winners."""

    name: str
    title: str | None = None
    rank: int
    rating: int
    score: int
    nb: PodiumGames
    performance: int


class ResultLine(Wire, kw_only=True, frozen=True):
    """A player in the results."""

    rank: int
    score: int
    rating: int
    username: str
    title: str | None = None
    performance: int
    sheet: Sheet | None = None


def standing_page(standings: list[Standing], page: int) -> StandingPage:
    """A page of ten, the first one is 1."""
    return StandingPage(page, [_standing_line(s) for s in standings[(page - 1) * _PAGE : page * _PAGE]])


def podium(standings: list[Standing]) -> list[PodiumLine]:
    """The three winners."""
    return [_podium_line(standing) for standing in standings[:3]]


def arena_results(arena: Arena, games: list[Game], now_ms: int, *, sheet: bool) -> list[bytes]:
    """A line for each player, the leader first."""
    return [
        msgspec.json.encode(
            ResultLine(
                rank=standing.rank,
                score=standing.score,
                rating=standing.rating,
                username=standing.player.name,
                title=standing.player.title,
                performance=standing.performance,
                sheet=_sheet(standing) if sheet else None,
            )
        )
        for standing in arena_standings(arena, games, now_ms)
    ]


def _sheet(standing: Standing) -> Sheet:
    return Sheet(scores=standing.sheet, fire=standing.fire)


def _standing_line(standing: Standing) -> StandingLine:
    return StandingLine(
        name=standing.player.name,
        title=standing.player.title,
        rank=standing.rank,
        rating=standing.rating,
        score=standing.score,
        sheet=_sheet(standing),
    )


def _podium_line(standing: Standing) -> PodiumLine:
    results = standing.results
    return PodiumLine(
        name=standing.player.name,
        title=standing.player.title,
        rank=standing.rank,
        rating=standing.rating,
        score=standing.score,
        nb=PodiumGames(len(results), sum(r.berserk for r in results), sum(r.half_points == 2 for r in results)),
        performance=standing.performance,
    )

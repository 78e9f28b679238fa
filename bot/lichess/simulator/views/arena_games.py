"""The games under way that an arena's page shows."""

from __future__ import annotations

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.standings import Standing
from bot.lichess.simulator.state import State
from bot.lichess.simulator.statuses import COLOR_NAMES
from bot.lichess.simulator.views.wire import Wire, round_seconds

_MAX_DUELS = 6


class DuelPlayer(msgspec.Struct, frozen=True):
    """A player in few letters: name, rating, rank."""

    n: str
    r: int
    k: int


class Duel(msgspec.Struct, frozen=True):
    """A game under way."""

    id: str
    p: tuple[DuelPlayer, DuelPlayer]


class FeaturedPlayer(Wire, kw_only=True, frozen=True):
    """A player of the game on show."""

    name: str
    id: str
    rank: int
    rating: int
    berserk: bool = False


class FeaturedClocks(msgspec.Struct, frozen=True):
    """Both clocks in seconds."""

    white: int
    black: int


class FeaturedGame(Wire, kw_only=True, frozen=True):
    """The game that the arena's page shows now."""

    id: str
    fen: str
    orientation: str
    color: str
    last_move: str
    white: FeaturedPlayer
    black: FeaturedPlayer
    c: FeaturedClocks


def duels(running: list[Game], standings: list[Standing]) -> list[Duel]:
    """The games of the leading players: not more than six, however many are played."""
    places = _places(standings)
    return [_duel(game, places) for game in _ranked(running, places)[:_MAX_DUELS]]


def featured(running: list[Game], standings: list[Standing], now_ms: int) -> FeaturedGame | None:
    """The game of the leading players, from the leader's side; None if nothing is played."""
    places = _places(standings)
    game = next(iter(_ranked(running, places)), None)
    if game is None:
        return None
    state = game.state_at(now_ms)
    position = state.positions[-1]
    leader = places[game.white.id].rank < places[game.black.id].rank
    return FeaturedGame(
        id=game.id,
        fen=position.fen,
        orientation=COLOR_NAMES[leader],
        color=COLOR_NAMES[leader],
        last_move=position.uci,
        white=_featured_player(game, state, chess.WHITE, places),
        black=_featured_player(game, state, chess.BLACK, places),
        c=FeaturedClocks(round_seconds(position.white_ms) or 0, round_seconds(position.black_ms) or 0),
    )


def _places(standings: list[Standing]) -> dict[str, Standing]:
    return {standing.player.id: standing for standing in standings}


def _ranked(games: list[Game], places: dict[str, Standing]) -> list[Game]:
    return sorted(games, key=lambda game: sorted(places[player.id].rank for player in (game.white, game.black)))


def _duel(game: Game, places: dict[str, Standing]) -> Duel:
    white, black = (places[player.id] for player in (game.white, game.black))
    return Duel(
        game.id,
        (
            DuelPlayer(white.player.name, white.rating, white.rank),
            DuelPlayer(black.player.name, black.rating, black.rank),
        ),
    )


def _featured_player(game: Game, state: State, side: chess.Color, places: dict[str, Standing]) -> FeaturedPlayer:
    standing = places[game.player(side).id]
    return FeaturedPlayer(
        name=standing.player.name,
        id=standing.player.id,
        rank=standing.rank,
        rating=standing.rating,
        berserk=side in state.berserk,
    )

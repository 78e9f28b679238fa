"""The channels of TV, and the best games of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import chess
import msgspec

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.statuses import COLOR_NAMES
from bot.lichess.simulator.variants import VARIANTS
from bot.lichess.simulator.views.wire import User, Wire, user


class Champion(Wire, kw_only=True, frozen=True):
    """A channel's game, and its stronger player."""

    user: User | None = None
    rating: int | None = None
    game_id: str
    color: str


def _against_engine(game: Game) -> bool:
    return any(player.ai_level is not None for player in (game.white, game.black))


def _with_bot(game: Game) -> bool:
    return any(player.title == "BOT" for player in (game.white, game.black))


def _standard(game: Game) -> bool:
    return game.variant == "standard" and not _against_engine(game) and not _with_bot(game)


def _of_speed(speed: str) -> Callable[[Game], bool]:
    return lambda game: _standard(game) and game.speed == speed


def _of_variant(key: str) -> Callable[[Game], bool]:
    return lambda game: game.variant == key and not _against_engine(game) and not _with_bot(game)


CHANNELS: Final[dict[str, Callable[[Game], bool]]] = {
    "best": _standard,
    "bot": _with_bot,
    "computer": _against_engine,
    **{speed: _of_speed(speed) for speed in ("ultraBullet", "bullet", "blitz", "rapid", "classical")},
    **{key: _of_variant(key) for key in VARIANTS if key not in ("standard", "fromPosition")},
}
"""The sixteen channels by name, with the games that each may show."""


def rating(game: Game) -> int:
    """How good a game is: the rating of its stronger player."""
    return max(game.white.rating or 0, game.black.rating or 0)


def stronger_side(game: Game) -> chess.Color:
    """The side of the stronger player, from which the game is shown."""
    return (game.white.rating or 0) >= (game.black.rating or 0)


def ranked(games: Iterable[Game], channel: str) -> list[Game]:
    """The games that a channel may show, the best first."""
    return sorted(filter(CHANNELS[channel], games), key=rating, reverse=True)


def tv_channels(games: Iterable[Game]) -> bytes:
    """The best game of each channel; a channel without a game is left out."""
    games = list(games)
    best = {channel: ranked(games, channel)[:1] for channel in CHANNELS}
    return msgspec.json.encode({channel: _champion(found[0]) for channel, found in best.items() if found})


def _champion(game: Game) -> Champion:
    side = stronger_side(game)
    player = game.player(side)
    return Champion(user=user(player), rating=player.rating, game_id=game.id, color=COLOR_NAMES[side])

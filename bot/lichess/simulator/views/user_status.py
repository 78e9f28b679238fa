"""Who is online, and what he is playing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from bot.lichess.simulator.model import Game, Player
from bot.lichess.simulator.views.wire import Wire


class Playing(Wire, kw_only=True, frozen=True):
    """The game of a player with its clock, as `3+2` in minutes and seconds, and its variant unless it is standard."""

    id: str
    clock: str | None = None
    variant: str | None = None


class UserStatus(Wire, kw_only=True, frozen=True):
    """A user; what is not the case is left out."""

    name: str
    title: str | None = None
    id: str
    online: bool = False
    playing: bool | Playing = False
    playing_id: str | None = None


def user_statuses(
    ids: Iterable[str], users: Mapping[str, Player], current: Mapping[str, Game], *, game_ids: bool, game_metas: bool
) -> bytes:
    """The statuses of the users named; unknown ids are missing without a word.

    `current` holds the running game of each playing user: only one is told. `game_ids` adds its id; `game_metas` its
    id, clock and variant, and then `game_ids` does nothing.
    """
    known = (users[user_id] for user_id in dict.fromkeys(name.strip().lower() for name in ids) if user_id in users)
    return msgspec.json.encode([_status(user, current.get(user.id), game_ids, game_metas) for user in known])


def _status(user: Player, game: Game | None, game_ids: bool, game_metas: bool) -> UserStatus:
    return UserStatus(
        name=user.name,
        title=user.title,
        id=user.id,
        online=True,
        playing=_playing(game) if game and game_metas else game is not None,
        playing_id=game.id if game and game_ids and not game_metas else None,
    )


def _playing(game: Game) -> Playing:
    clock = None
    if game.control:
        minutes = game.control.initial_s / 60
        clock = f"{minutes:g}+{game.control.increment_s}"
    return Playing(id=game.id, clock=clock, variant=None if game.variant == "standard" else game.variant)

"""The account behind a token."""

from __future__ import annotations

from bot.lichess.simulator.model import Player
from bot.lichess.simulator.views.wire import Wire


class Account(Wire, kw_only=True, frozen=True):
    """A user, in few words: Lichess tells far more."""

    id: str
    username: str
    title: str | None = None
    url: str


def account(user_id: str, player: Player | None) -> Account:
    """The account of a user, who need not have played yet."""
    name = player.name if player else user_id
    title = player.title if player else None
    return Account(id=user_id, username=name, title=title, url=f"https://lichess.org/@/{name}")

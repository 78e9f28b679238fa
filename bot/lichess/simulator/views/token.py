"""What tokens are good for."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.lichess.simulator.tokens import Token


class ToldToken(msgspec.Struct, rename="camel", frozen=True):
    """Whose token it is and what it allows; the simulator's never expire."""

    user_id: str
    scopes: str
    expires: int | None = None


def told_tokens(tokens: Mapping[str, Token | None]) -> bytes:
    """What is known of each token; null for one that is not valid."""
    return msgspec.json.encode({text: _told(token) if token else None for text, token in tokens.items()})


def _told(token: Token) -> ToldToken:
    return ToldToken(token.user, ",".join(sorted(token.scopes)))

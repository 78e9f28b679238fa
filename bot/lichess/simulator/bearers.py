"""Who asks: the tokens that requests carry."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from aiohttp import web

from bot.lichess.simulator.errors import ApiError
from bot.lichess.simulator.tokens import Token

_NAMED_USER: Final = re.compile(r"\b(?:user|as):\s*([\w-]+)", re.IGNORECASE)


class Bearers:
    """All valid tokens by their text.

    Args:
        known: The tokens; a user's id stands for a token of his with every scope. With None `check` accepts any.
    """

    def __init__(self, known: Mapping[str, str | Token] | None) -> None:
        self._checks = known is not None
        self._tokens = {
            text: Token(token) if isinstance(token, str) else token for text, token in (known or {}).items()
        }

    def known(self, text: str) -> Token | None:
        """The token with this text, if it is valid."""
        return self._tokens.get(text)

    def token(self, request: web.Request) -> Token | None:
        """The token that a request carries, if it is valid."""
        return self.known(_bearer(request) or "")

    def require(self, request: web.Request, *scopes: str) -> Token:
        """The token of a request that needs one with any of the scopes (none named: with any); raises ApiError."""
        token = self.token(request)
        if token is None:
            raise ApiError(401, "Missing authorization header")
        if scopes and not token.scopes.intersection(scopes):
            raise ApiError(403, f"Missing scope: {', '.join(scopes)}")
        return token

    def check(self, request: web.Request) -> None:
        """ApiError for a bad token, even where none is needed, and for a user agent that names another user."""
        if not self._checks or _bearer(request) is None:
            return
        token = self.token(request)
        if token is None:
            raise ApiError(401, "No such token")
        named = _NAMED_USER.search(request.headers.get("User-Agent", ""))
        if named and named[1].lower() != token.user:
            raise ApiError(401, "The user in the user-agent doesn't match the token bearer")


def _bearer(request: web.Request) -> str | None:
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    return text if scheme.lower() == "bearer" else None

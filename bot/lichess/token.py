"""What a token is good for, and where people make one."""

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from bot.lichess.client import LichessClient
from bot.lichess.errors import NotFoundError


class TokenInfo(msgspec.Struct, frozen=True, rename="camel"):
    """Whose token it is, and what it permits, as the server tells it."""

    user_id: str
    scopes: str = ""

    @property
    def permissions(self) -> frozenset[str]:
        """The permissions by name, "board:play" for example."""
        return frozenset(self.scopes.split(",")) - {""}


async def token_info(client: LichessClient, token: str) -> TokenInfo | None:
    """Ask the server about a token; None if it does not know it. The token goes into the body, not into an address.

    Raises `NotFoundError` if the server does not answer such questions, other `LichessError`s as usual.
    """
    answer = await client.ask("the token", lambda api: api.oauth.test_tokens(token), dict[str, TokenInfo | None])
    if token not in answer:
        raise NotFoundError("the token: the server does not tell what tokens are good for")
    return answer[token]


def token_page(base_url: str, scopes: Iterable[str]) -> str:
    """The address of the form for a new token, with these permissions chosen."""
    chosen = [("scopes[]", scope) for scope in scopes]
    return f"{base_url}/account/oauth/token/create?{urlencode([*chosen, ('description', 'Unruh')], safe='[]:')}"

"""The server and the token: whether they answer, and are good for what is to be followed."""

from collections.abc import AsyncIterator

from bot.clock import RealClock
from bot.config import FollowSection, LichessSection
from bot.doctor.finding import Finding
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError, RateLimitError, TokenError
from bot.lichess.governor import Governor
from bot.lichess.token import token_info, token_page

_ANYBODY = "lichess"
"""A user to ask for where none is named: whatever the server answers is an answer."""


async def ask_server(section: LichessSection, follow: FollowSection, token: str | None) -> AsyncIterator[Finding]:
    """Ask what users do, which shows whether the server is there, and then what the token permits."""
    async with LichessClient(section.base_url, Governor(RealClock()), token=token, agent=section.agent) as client:
        try:
            known = {status.id for status in await client.statuses(follow.users or [_ANYBODY])}
        except TokenError:
            known = None
        except RateLimitError as error:
            yield Finding("note", "server", str(error), "the program waits by itself; look again in some minutes")
            return
        except LichessError as error:
            yield Finding("bad", "server", str(error), "check lichess.base_url and the network")
            return
        yield Finding("good", "server", f"{client.host} answers")
        if known is not None and (unknown := [name for name in follow.users[:100] if name.lower() not in known]):
            text = f"{client.host} does not know {', '.join(unknown)}"
            yield Finding("bad", "users", text, "check the names in follow.users")
        yield await _token(client, token, follow)


async def _token(client: LichessClient, token: str | None, follow: FollowSection) -> Finding:
    wanted = _wanted(follow)
    page = token_page(client.base_url, sorted(scope.split(" or ")[0] for scope in wanted))
    new = f"make a new one at {page}"
    if token is None:
        return _without(wanted, page)
    try:
        info = await token_info(client, token)
    except NotFoundError as error:
        return Finding("note", "token", f"there is one, but whether it is right cannot be told ({error})")
    except RateLimitError as error:
        return Finding("note", "token", str(error), "look again in some minutes")
    except TokenError:
        return Finding("bad", "token", "the server refuses it", new)
    except LichessError as error:
        return Finding("bad", "token", str(error), "look again; if that stays, look at the server's own page")
    if info is None:
        return Finding("bad", "token", "the server does not know it", new)
    missing = sorted(scope for scope in wanted if not info.permissions & set(scope.split(" or ")))
    if missing:
        return Finding("bad", "token", f"it belongs to {info.user_id} and lacks {' and '.join(missing)}", new)
    return Finding("good", "token", f"it belongs to {info.user_id} and permits what is needed")


def _without(wanted: set[str], page: str) -> Finding:
    advice = f"make one at {page} and put it where lichess.token_env or lichess.token_file says"
    if any("play" in scope for scope in wanted):
        return Finding("bad", "token", "there is none, and own games need one", advice)
    if wanted:
        return Finding("note", "token", "there is none; without one, broadcasts may be limited or refused", advice)
    return Finding("good", "token", "there is none, and none is needed for what is followed")


def _wanted(follow: FollowSection) -> set[str]:
    """What a token must permit for what is followed; "a or b": one of them."""
    broadcasts = follow.broadcast_rounds or follow.broadcast_tournaments or follow.broadcast_groups
    return ({"board:play or bot:play"} if follow.mine else set()) | ({"study:read"} if broadcasts else set())

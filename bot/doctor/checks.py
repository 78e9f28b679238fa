"""The checks, in the order in which things must be right."""

import socket
from collections.abc import AsyncIterator

from bot.clock import RealClock
from bot.config import Config, FollowSection
from bot.doctor.finding import Finding
from bot.doctor.running import PortError, findings_of, running_status
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError, TokenError
from bot.lichess.governor import Governor
from bot.lichess.token import token_info
from bot.store import StoreError, open_store


async def examine(settings: Config, token: str | None, store: str, password: str | None) -> AsyncIterator[Finding]:
    """Look at everything; `store` is the path or the URL of the store, "" for none."""
    yield _follow(settings.follow)
    contact = f" (contact {settings.lichess.contact})" if settings.lichess.contact else ""
    governor = Governor(RealClock())
    async with LichessClient(settings.lichess.base_url, governor, token=token, agent=f"unruh{contact}") as client:
        reached = await _server(client)
        yield reached
        if reached.verdict == "good":
            yield await _token(client, token, settings.follow)
    try:
        status = await running_status(settings.show.host, settings.show.port)
    except PortError as error:
        yield Finding("bad", "pages", str(error), "end the other program, or choose another show.port")
        return
    if status is not None:
        for finding in findings_of(status):
            yield finding
        return
    yield _port(settings.show.host, settings.show.port)
    yield await _store(store, password)


def _follow(follow: FollowSection) -> Finding:
    named = {key.replace("_", " "): value for key, value in follow.model_dump().items() if value}
    if not named:
        return Finding("bad", "follow", "nothing is named", "put ids into follow.games or names into follow.users")
    counts = (key if value is True else f"{len(value)} in {key}" for key, value in named.items())
    return Finding("good", "follow", ", ".join(counts))


async def _server(client: LichessClient) -> Finding:
    try:
        await client.statuses(["lichess"])
    except TokenError:
        return Finding("good", "server", f"{client.host} answers")
    except LichessError as error:
        return Finding("bad", "server", str(error), "check lichess.base_url and the network")
    return Finding("good", "server", f"{client.host} answers")


async def _token(client: LichessClient, token: str | None, follow: FollowSection) -> Finding:
    wanted = _permissions(follow)
    if token is None:
        if wanted:
            return Finding("bad", "token", "there is none", f"make one with {' and '.join(sorted(wanted))}")
        return Finding("good", "token", "none, and none is needed for what is followed")
    try:
        info = await token_info(client, token)
    except NotFoundError as error:
        return Finding("note", "token", str(error))
    except LichessError as error:
        return Finding("bad", "token", str(error), "make a new token")
    if info is None:
        return Finding("bad", "token", "the server does not know it", "make a new token")
    missing = {name for name in wanted if not info.permissions & set(name.split(" or "))}
    if missing:
        lacks = " and ".join(sorted(missing))
        return Finding("bad", "token", f"it is {info.user_id}'s and lacks {lacks}", "make a new token with it")
    return Finding("good", "token", f"it is {info.user_id}'s and permits what is needed")


def _permissions(follow: FollowSection) -> set[str]:
    """What a token must permit for what is followed; "a or b": one of them."""
    broadcasts = follow.broadcast_rounds or follow.broadcast_tournaments or follow.broadcast_groups
    return ({"board:play or bot:play"} if follow.mine else set()) | ({"study:read"} if broadcasts else set())


def _port(host: str, port: int) -> Finding:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, port))
        except OSError as error:
            text = f"they cannot be served at {host}:{port} ({error.strerror})"
            return Finding("bad", "pages", text, "check show.host and show.port")
    return Finding("good", "pages", f"they can be served at http://{host}:{port}")


async def _store(url: str, password: str | None) -> Finding:
    if not url:
        return Finding("note", "store", "there is none: after a restart nothing is known of the games before")
    try:
        async with open_store(url, RealClock(), password=password) as store:
            unfinished = await store.unfinished()
    except StoreError as error:
        return Finding("bad", "store", str(error), "check store.url")
    return Finding("good", "store", f"it can be written; {len(unfinished)} games in it are not over")

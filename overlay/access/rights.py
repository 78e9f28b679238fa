"""What a request may do: by its tokens, or because it comes from this machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aiohttp import web

from overlay.access.local import is_local
from overlay.access.tokens import Grant, Kind
from overlay.web.keys import TOKENS

COOKIES: dict[Kind, str] = {"control": "unruh_control", "viewer": "unruh_viewer"}
Lacking: TypeAlias = Literal["loopback", "token"]

_SENTENCES: dict[Lacking, str] = {
    "loopback": "The control page answers on the computer only that Unruh runs on, until there is a control token.",
    "token": "The control page needs a control token; enter one at /enter.",
}


@dataclass(frozen=True, slots=True)
class Rights:
    """What a request may do.

    `control`: change what is shown. `delay_s`: how late it sees states, in whole seconds, because of a viewer token;
    None: it has none, and the public delay holds. A control token says nothing of the delay, since what is on air
    shares its cookies.
    """

    control: bool
    delay_s: int | None


class ControlDenied(web.HTTPForbidden):
    """The request may not control; `lacking` says what it would take, `key` where the words of a page are."""

    def __init__(self, lacking: Lacking) -> None:
        super().__init__(text=_SENTENCES[lacking])
        self.key = f"control_{lacking}"


def rights_of(request: web.Request) -> Rights:
    """The rights of a request as they are now; an invalid token gives none and takes none."""
    grants = [*_grants(request)]
    control = any(grant.kind == "control" for grant in grants)
    delay_s = next((grant.delay_s for grant in grants if grant.kind == "viewer"), None)
    return Rights(control or (not request.app[TOKENS].any_control and is_local(request)), delay_s)


def require_control(request: web.Request) -> None:
    """Raise `ControlDenied`, a 403 with one sentence, unless the request may control."""
    if not rights_of(request).control:
        raise ControlDenied("token" if request.app[TOKENS].any_control else "loopback")


def bearer(request: web.Request) -> str | None:
    """The token that a program sends in its header."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def entered(request: web.Request) -> list[Kind]:
    """The kinds of tokens that were entered in this browser and are valid."""
    return [grant.kind for grant in _cookies(request)]


def _grants(request: web.Request) -> Iterator[Grant]:
    """What the request's header and its cookies stand for."""
    if grant := request.app[TOKENS].find(bearer(request) or ""):
        yield grant
    yield from _cookies(request)


def _cookies(request: web.Request) -> Iterator[Grant]:
    """What the cookies stand for; each counts only for the kind it is named after."""
    for kind, name in COOKIES.items():
        grant = request.app[TOKENS].find(request.cookies.get(name, ""))
        if grant and grant.kind == kind:
            yield grant

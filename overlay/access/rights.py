"""What a request may do: by its tokens, or because it comes from this machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aiohttp import web

from overlay.access.local import is_local
from overlay.access.tokens import ROLES, ControlRole, Grant, Kind, Role
from overlay.web.keys import TOKENS

COOKIES: dict[Kind, str] = {"control": "unruh_control", "viewer": "unruh_viewer"}
Lacking: TypeAlias = Literal["loopback", "token", "arbiter", "admin"]

THIS_COMPUTER = "this computer"
"""Who it is that controls without a token."""

_SENTENCES: dict[Lacking, str] = {
    "loopback": "The control page answers on the computer only that Unruh runs on, until there is a control token.",
    "token": "The control page needs a control token; enter one at /enter.",
    "arbiter": "This is for arbiters; ask whoever runs Unruh for a token of the role arbiter.",
    "admin": "This is for admins; ask whoever runs Unruh for a token of the role admin.",
}


@dataclass(frozen=True, slots=True)
class Rights:
    """What a request may do.

    `role`: the highest that its tokens give, None for nobody. `name`: what the token is called that gives it, empty for
    nobody. While there are no control tokens this computer is an admin, by the name `THIS_COMPUTER`.
    `delay_s`: how late it sees states, in whole seconds, because of a viewer token; None: it has none, and the public
    delay holds. A control token says nothing of the delay, since what is on air shares its cookies.
    """

    role: Role | None
    name: str
    delay_s: int | None

    @property
    def control(self) -> bool:
        """Whether it may change what is shown."""
        return self.at_least("operator")

    def at_least(self, role: Role) -> bool:
        """Whether it may do what that role may."""
        return self.role is not None and ROLES.index(self.role) >= ROLES.index(role)


class ControlDenied(web.HTTPForbidden):
    """The request may not do that; `lacking` says what it would take, `key` where the words of a page are."""

    def __init__(self, lacking: Lacking) -> None:
        super().__init__(text=_SENTENCES[lacking])
        self.key = f"control_{lacking}"


def rights_of(request: web.Request) -> Rights:
    """The rights of a request as they are now; an invalid token gives none and takes none."""
    grants = [*_grants(request)]
    delay_s = next((grant.delay_s for grant in grants if grant.kind == "viewer"), None)
    if not request.app[TOKENS].any_control and is_local(request):
        return Rights("admin", THIS_COMPUTER, delay_s)
    highest = max(grants, key=lambda grant: ROLES.index(_role(grant)), default=None)
    return Rights(_role(highest), highest.name, delay_s) if highest else Rights(None, "", None)


def require_control(request: web.Request) -> None:
    """Raise `ControlDenied`, a 403 with one sentence, unless the request may control."""
    require_role(request, "operator")


def require_role(request: web.Request, role: ControlRole) -> None:
    """Raise `ControlDenied`, a 403 with one sentence that names the role, unless the request has it or a higher one."""
    rights = rights_of(request)
    if not rights.control:
        raise ControlDenied("token" if request.app[TOKENS].any_control else "loopback")
    if role != "operator" and not rights.at_least(role):
        raise ControlDenied(role)


def bearer(request: web.Request) -> str | None:
    """The token that a program sends in its header."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def entered(request: web.Request) -> list[Role]:
    """The roles of the tokens that were entered in this browser and are valid."""
    return [_role(grant) for grant in _cookies(request)]


def _role(grant: Grant) -> Role:
    return "viewer" if grant.kind == "viewer" else grant.role


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

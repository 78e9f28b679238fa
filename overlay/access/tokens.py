"""Tokens as the overlay sees them. Somebody else makes and keeps them."""

from typing import Literal, Protocol, TypeAlias, get_args

Kind: TypeAlias = Literal["control", "viewer"]
ControlRole: TypeAlias = Literal["operator", "arbiter", "admin"]
Role: TypeAlias = Literal["viewer", "operator", "arbiter", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
"""Each may do what those before it may."""


class Grant(Protocol):
    """What a token stands for: a viewer's has a delay of so many seconds instead of the public one, 0 is none."""

    @property
    def kind(self) -> Kind:
        """What it is for."""
        ...

    @property
    def role(self) -> ControlRole:
        """What a control token permits; whoever has a viewer token is a viewer, whatever this says."""
        ...

    @property
    def name(self) -> str:
        """What the people call it who made it."""
        ...

    @property
    def delay_s(self) -> int:
        """How late states are that it shows, in whole seconds; 0 for a control token."""
        ...


class Tokens(Protocol):
    """The tokens that are valid now; they may change between two calls."""

    @property
    def any_control(self) -> bool:
        """Whether there is a control token; without one, control is for this machine only."""
        ...

    def find(self, secret: str, /) -> Grant | None:
        """What a token, or a cookie made of one, stands for; None if it is not valid (any more)."""
        ...

    def cookie(self, token: str, /) -> str:
        """The value of a cookie that stands for the token, is valid as long, and does not tell it."""
        ...


class NoTokens:
    """Nobody has made any."""

    any_control = False

    def find(self, _secret: str, /) -> Grant | None:
        """None."""
        return None

    def cookie(self, _token: str, /) -> str:
        """Nothing that is valid."""
        return ""

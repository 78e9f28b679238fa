"""The tokens that clients may carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ALL_SCOPES: Final = frozenset({"board:play", "bot:play", "challenge:read", "challenge:bulk", "study:read", "team:read"})
"""The scopes that the simulator's routes ask for."""


@dataclass(frozen=True, slots=True)
class Token:
    """A valid token: the id of the user whose it is, and what it allows."""

    user: str
    scopes: frozenset[str] = ALL_SCOPES

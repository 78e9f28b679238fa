"""Who may do what. The table in docs/arbiter.md says the same."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

Role: TypeAlias = Literal["viewer", "operator", "arbiter", "admin"]
"""Each may do what those before it may."""
Duty: TypeAlias = Literal[
    "see", "steer_show", "correct", "undo", "place_game", "merge_names", "backup", "change_setup", "restore",
    "give_roles",
]  # fmt: skip

ROLES: tuple[Role, ...] = get_args(Role)
MAY: Mapping[Duty, Role] = {
    "see": "viewer",
    "steer_show": "operator",
    "correct": "arbiter",
    "undo": "arbiter",
    "place_game": "arbiter",
    "merge_names": "arbiter",
    "backup": "arbiter",
    "change_setup": "admin",
    "restore": "admin",
    "give_roles": "admin",
}
"""The least role for each duty."""


def may(role: Role, duty: Duty) -> bool:
    """Whether somebody in this role may do that."""
    return ROLES.index(role) >= ROLES.index(MAY[duty])

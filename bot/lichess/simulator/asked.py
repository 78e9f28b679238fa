"""What clients asked, for tests that look at it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Asked:
    """A request that a client made: `kind` is that of its route, `path` has the query too.

    `user` is the id of the user whose token it carried. `status` is None until the answer begins.
    """

    at_ms: int
    kind: str
    method: str
    path: str
    remote: str
    user: str | None
    status: int | None = None

"""Why the simulator refuses a request, in Lichess' words."""

from __future__ import annotations


class ApiError(Exception):
    """An answer that is an error: its status, and its message for the client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class LimitError(ApiError):
    """The client broke a limit of Lichess; the simulator remembers it."""

"""What Twitch says and is told, as far as it matters here."""

from typing import Literal

import msgspec

End = Literal["LOCKED", "RESOLVED", "CANCELED"]


class Account(msgspec.Struct, frozen=True):
    """What a token is good for: for whose channel, by which application."""

    client_id: str
    user_id: str = ""
    scopes: tuple[str, ...] | None = None
    expires_in: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """One answer of a prediction."""

    id: str
    title: str


class Prediction(msgspec.Struct, frozen=True):
    """A prediction; the status is `ACTIVE`, `LOCKED`, `RESOLVED` or `CANCELED`."""

    id: str
    title: str
    status: str
    outcomes: tuple[Outcome, ...]

    @property
    def is_open(self) -> bool:
        """Whether points are in it."""
        return self.status in ("ACTIVE", "LOCKED")


class Predictions(msgspec.Struct, frozen=True):
    """An answer about predictions, the newest first."""

    data: tuple[Prediction, ...]


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not done."""

    message: str = ""

"""What may go wrong between here and Twitch, each as one sentence."""


class TwitchError(Exception):
    """Twitch did not do what it was asked for; trying again later may help."""


class BusyError(TwitchError):
    """Too many requests.

    Attributes:
        pause_ms: For how long to ask for nothing.
    """

    def __init__(self, pause_ms: int) -> None:
        super().__init__("Twitch asks for a pause (HTTP 429)")
        self.pause_ms = pause_ms


class RefusedError(TwitchError):
    """Twitch does not do this one thing; trying the same again does not help."""


class ForbiddenError(TwitchError):
    """The token is refused, or lacks a permission: nothing will work with it."""

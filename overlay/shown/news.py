"""How long ago the server said what a game's state tells, if it has just said it."""

from collections.abc import Callable

from overlay.shown.live import LiveGame


class News:
    """Tells news of the server from what else changes a game: a silence that is noticed, a proof, a late answer."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        """Go by the clock by which games are followed, in milliseconds; what was heard before now is no news."""
        self._now_ms = now_ms
        self._since_ms = now_ms()

    def heard_s(self, game: LiveGame) -> float | None:
        """How long ago that came which changed the game last; None: it did not come from the server just now."""
        if game.changed_at_ms != game.heard_at_ms or game.heard_at_ms < self._since_ms:
            return None
        return (self._now_ms() - game.heard_at_ms) / 1000

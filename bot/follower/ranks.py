"""How much a followed game matters beside the others: who has rank gets streams and answers first."""

from collections.abc import Iterable

from bot.follower.followed import FollowedGame

FEATURED, PINNED, OTHER = range(3)
"""The ranks of games."""


class Ranks:
    """The ranks of games; the `featured` one comes before all others."""

    def __init__(self, pinned: Iterable[str]) -> None:
        """Take the ids of games and names of players with rank."""
        self.featured: str | None = None
        self._pinned = frozenset(name.lower() for name in pinned)

    def of(self, game: FollowedGame) -> int:
        """How much a game matters; 0 comes first."""
        if game.id == self.featured:
            return FEATURED
        names = {game.id.lower(), game.info.white.name.lower(), game.info.black.name.lower()}
        return PINNED if names & self._pinned else OTHER

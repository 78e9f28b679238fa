"""What news of a game means for it: whether it is any, and what has to be taken before it."""

from dataclasses import replace

from bot.follower.followed import FollowedGame
from bot.updates import GameUpdate, Happening

REVISIONS = frozenset({Happening.SETTLED, Happening.VOID, Happening.REOPENED})
"""What can happen to a game that is over; everything else comes too late."""
NEEDS_INTRODUCTION = frozenset({Happening.MOVED, Happening.ENDED, Happening.SETTLED, Happening.VOID})
"""What can only happen to a game that is known."""


def says_nothing_new(game: FollowedGame, update: GameUpdate) -> bool:
    """Whether a running game is told to be just as it is known."""
    last = game.last
    return (
        last is not None
        and game.lifecycle == "live"
        and update.happening in (Happening.MOVED, Happening.DESCRIBED)
        and (update.moves, update.clocks, update.offers, update.info, update.plies_behind)
        == (last.moves, last.clocks, last.offers, last.info, last.plies_behind)
    )


def steps(game: FollowedGame, update: GameUpdate) -> list[GameUpdate]:
    """The update, and before it what every transport begins with: the game as it stands, going on."""
    if game.lifecycle not in ("waiting", "reconnecting"):
        return [update]
    opening = replace(update, happening=Happening.DESCRIBED, finish=None)
    if update.happening is Happening.REOPENED:
        return [opening]
    return [opening, update] if update.happening in NEEDS_INTRODUCTION else [update]

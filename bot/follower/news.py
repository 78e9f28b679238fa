"""What news of a game means for it: whether it is any, and what has to be taken before it."""

from dataclasses import replace

from bot.follower.followed import FollowedGame
from bot.lichess.record import with_heard_talk
from bot.updates import GameUpdate, Happening
from scoring import OfferEvent

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


def tell(game: FollowedGame, update: GameUpdate, at_ms: int) -> None:
    """Tell a game news, and what has to be told before it; raises `LifecycleError`."""
    for step in _steps(game, update):
        game.apply(step, at_ms)


def _steps(game: FollowedGame, update: GameUpdate) -> list[GameUpdate]:
    """The update, and before it what every transport begins with: the game as it stands, going on."""
    if game.lifecycle not in ("waiting", "reconnecting"):
        return [update]
    opening = replace(update, happening=Happening.DESCRIBED, finish=None)
    if update.happening is Happening.REOPENED:
        return [opening]
    return [opening, update] if update.happening in NEEDS_INTRODUCTION else [update]


def completed(game: FollowedGame, update: GameUpdate, talk: tuple[OfferEvent, ...] | None) -> GameUpdate:
    """What a record tells, and what is known beyond it; `talk` is what the players were heard to say of a draw."""
    known = game.game.moves
    if update.happening is Happening.MOVED and known[: len(update.moves)] == list(update.moves):
        # Other transports may have been less far behind: nothing was taken back.
        update = replace(update, moves=tuple(known), clocks=game.clocks if game.last else update.clocks)
    if update.offers is None:  # only complete records tell them
        return replace(update, offers=game.offers)
    return with_heard_talk(update, talk) if update.record and talk is not None else update


def not_there(game: FollowedGame) -> GameUpdate:
    """The news that the server does not know a game: only an aborted one is removed after it was seen."""
    seen = game.game.ply > 0 or game.lifecycle == "live"
    known = game.last or GameUpdate(game.id, Happening.MISSING, game.info)
    happening = Happening.VOID if seen else Happening.MISSING
    return replace(known, happening=happening, reason="the game does not exist there")


def taken_up(known: GameUpdate) -> list[GameUpdate]:
    """The news with which a game goes on that was followed before the program was ended: as it was known, and lost."""
    going_on = replace(known, finish=None, offers=None, reason="the program was started again")
    return [replace(going_on, happening=happening) for happening in (Happening.DESCRIBED, Happening.LOST)]

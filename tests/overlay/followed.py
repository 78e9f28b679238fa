"""Followed games in any state, for the tests of what is shown of them."""

from types import SimpleNamespace
from typing import cast

import chess

from bot.follower.followed import FollowedGame
from bot.updates import GameInfo, GameUpdate, Happening, Player
from overlay.shown.live import LiveGame
from scoring import Rules

H = Happening
LINE = "e4 d5 exd5 Qxd5 Nc3 Qe5+ Qe2 Qxe2+ Bxe2 Nf6"


def followed(
    *steps: tuple[Happening, str], start: chess.Board | None = None, rules: Rules | None = None, **fields: object
) -> FollowedGame:
    """A game after some updates, the last of which has the fields given."""
    info = GameInfo(Player("Amsel", "WGM", 2300), Player(ai_level=5), speed="blitz", start=start or chess.Board())
    game = FollowedGame("abcdefgh", rules or Rules())
    for number, (happening, moves) in enumerate(((H.DESCRIBED, ""), *steps), 1):
        board = info.start.copy()
        for san in moves.split():
            board.push_san(san)
        last = fields if number > len(steps) else {}
        game.apply(GameUpdate("abcdefgh", happening, info, tuple(board.move_stack), **last), number * 1000)  # type: ignore[arg-type]
    return game


def knowing(game: FollowedGame, **known: object) -> LiveGame:
    """The game as it is, but for what is given."""
    facts = {name: getattr(game, name) for name in vars(LiveGame) if not name.startswith("_")}
    return cast(LiveGame, SimpleNamespace(**(facts | known)))

"""Several sources carry one game: the best of them is listened to, and one that leaves takes no other away."""

import chess

from bot.lichess.simulator import Script, TimeControl
from bot.updates import GameInfo, GameUpdate, Happening, Transport
from scoring import OfferEvent
from tests.bot.following import Told, following
from tests.bot.live import Live

H = Happening
OFFER = (OfferEvent(3, chess.WHITE),)
OWN, BEST, BLITZ = "own games", "tv best", "tv blitz"


def told_by(told: Told, origin: str, line: str, happening: H = H.MOVED, *, offers: bool = False) -> None:
    """News of a game from a source."""
    transport: Transport = "own" if origin == OWN else "tv" if origin in (BEST, BLITZ) else "source"
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    moves = tuple(board.move_stack)
    update = GameUpdate("abcdefgh", happening, GameInfo(), moves, offers=OFFER if offers else None)
    told.follower.carried(update, transport, origin)


def transport(told: Told) -> str:
    return told.game("abcdefgh").transport


async def test_own_streams_are_listened_to_before_tv_and_tv_before_files(live: Live) -> None:
    async with following(live) as told:
        for origin, line in (("PGN board.pgn", "e4"), (BEST, "e4 e5"), (OWN, "e4 e5 Nf3")):
            told_by(told, origin, line, H.DESCRIBED)
        for _ in range(3):
            told_by(told, BEST, "e4")
            told_by(told, "PGN board.pgn", "e4")
            assert (transport(told), told.game("abcdefgh").game.ply) == ("own", 3)
        told.follower.released("abcdefgh", OWN)
        assert transport(told) == "tv"
        told.follower.released("abcdefgh", BEST)
        assert transport(told) == "source"
        told_by(told, "PGN board.pgn", "e4 e5 Nf3 Nc6")
        assert told.game("abcdefgh").game.ply == 4
        assert told.count("stream") == 0


async def test_a_channel_that_leaves_does_not_take_the_other_away(live: Live) -> None:
    async with following(live) as told:
        for channel in (BEST, BLITZ):
            told_by(told, channel, "e4", H.DESCRIBED)
        for _ in range(3):
            told.follower.released("abcdefgh", BEST)
            await live.turn(1000)
            assert transport(told) == "tv"
            told_by(told, BEST, "e4")
        assert told.count("stream") == 0
        for channel in (BEST, BLITZ):
            told.follower.released("abcdefgh", channel)
        assert transport(told) == "stream"


async def test_a_source_that_is_lost_leaves_the_game_to_the_other(live: Live) -> None:
    """What the players said of a draw is not forgotten meanwhile."""
    async with following(live) as told:
        told_by(told, OWN, "e4 e5", H.DESCRIBED, offers=True)
        told_by(told, BEST, "e4 e5", H.DESCRIBED)
        told_by(told, OWN, "e4 e5", H.LOST, offers=True)
        game = told.game("abcdefgh")
        assert (game.lifecycle, game.transport) == ("live", "tv")
        told_by(told, BEST, "e4 e5 Nf3")
        assert (game.game.ply, game.offers) == (3, OFFER)
        told_by(told, OWN, "e4 e5 Nf3 Nc6", H.DESCRIBED, offers=True)
        assert (game.game.ply, game.transport) == (4, "own")
        told.follower.released("abcdefgh", BEST)
        told_by(told, OWN, "e4 e5 Nf3 Nc6", H.LOST, offers=True)
        assert (game.lifecycle, game.transport) == ("reconnecting", "own")


async def test_an_end_that_was_not_listened_to_is_asked_for(live: Live) -> None:
    live.add(Script("abcdefgh", control=TimeControl(180, 0)).moves("e4 e5").resign(chess.BLACK).game())
    await live.turn(60_000)
    async with following(live) as told:
        told_by(told, OWN, "e4", H.DESCRIBED)
        told_by(told, "PGN board.pgn", "e4 e5", H.DESCRIBED)
        told.follower.released("abcdefgh", OWN)
        assert transport(told) == "source"
        await told.until("abcdefgh", "settled")

"""Scores that change after the end, and say so; and what a record of a running game may not change."""

from fractions import Fraction

import chess
import pytest

from bot.follower.correction import Cause, Correction
from bot.follower.followed import FollowedGame
from bot.lichess.simulator import Script, TimeControl, statuses
from bot.lichess.simulator.faults import NOT_FOUND, Fault, FinalLine, Lagging, Lose, UnknownStatus
from bot.updates import Clocks, GameInfo, GameUpdate, Happening
from overlay.shown.views import game_state
from scoring import Ending, Finish, OfferEvent, Rules
from tests.bot.following import following
from tests.bot.live import Live

WHITE, BLACK = chess.WHITE, chess.BLACK
H = Happening
LINE = "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6"
WON, LOST, DRAWN = (Finish(Ending.RESIGNATION, winner) for winner in (WHITE, BLACK, None))
VOID = Finish(Ending.ABORTED)
OFFER = (OfferEvent(3, WHITE),)


def update(happening: Happening, line: str = LINE, **fields: object) -> GameUpdate:
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    return GameUpdate("abcdefgh", happening, GameInfo(), tuple(board.move_stack), **fields)  # type: ignore[arg-type]


def game_after(*updates: GameUpdate) -> FollowedGame:
    game = FollowedGame("abcdefgh", Rules())
    for number, news in enumerate((update(H.DESCRIBED, ""), update(H.MOVED), *updates), 1):
        game.apply(news, 1000 * number)
    return game


def points(game: FollowedGame) -> tuple[Fraction, Fraction] | None:
    return None if game.points is None else (game.points[WHITE], game.points[BLACK])


CHANGES: dict[str, tuple[GameUpdate, GameUpdate, Cause | None]] = {
    "nothing": (update(H.ENDED, finish=WON, offers=()), update(H.SETTLED, finish=WON, offers=()), None),
    "offers that change nothing": (
        update(H.ENDED, finish=DRAWN, offers=()),
        update(H.SETTLED, finish=DRAWN, offers=OFFER),
        None,
    ),
    "how it ended": (
        update(H.ENDED, finish=WON),
        update(H.SETTLED, finish=Finish(Ending.CHEATING, WHITE)),
        None,
    ),
    "draw offers": (update(H.ENDED, finish=WON, offers=()), update(H.SETTLED, finish=WON, offers=OFFER), "offers"),
    "who won": (update(H.ENDED, finish=WON), update(H.SETTLED, finish=LOST), "ending"),
    "from a win to a draw": (update(H.ENDED, finish=WON), update(H.SETTLED, finish=DRAWN), "ending"),
    "from a win to nothing": (update(H.ENDED, finish=WON), update(H.VOID, finish=VOID), "ending"),
    "from nothing to a win": (update(H.VOID, finish=VOID), update(H.SETTLED, finish=WON), "ending"),
    "moves that change nothing": (update(H.ENDED, finish=WON), update(H.SETTLED, f"{LINE} Nf3", finish=WON), None),
    "the moves": (update(H.ENDED, finish=DRAWN), update(H.SETTLED, "e4 d5 exd5", finish=DRAWN), "moves"),
    "all at once": (
        update(H.ENDED, finish=WON, offers=()),
        update(H.SETTLED, "e4 d5 exd5", finish=LOST, offers=OFFER),
        "moves",
    ),
    "once more after the settlement": (update(H.SETTLED, finish=WON), update(H.SETTLED, finish=LOST), "ending"),
}


@pytest.mark.parametrize(("first", "then", "cause"), CHANGES.values(), ids=CHANGES)
def test_what_made_the_difference(first: GameUpdate, then: GameUpdate, cause: Cause | None) -> None:
    before, after = game_after(first), game_after(first, then)
    assert before.corrections == []
    changes = [] if cause is None else [Correction(cause, before.points, after.points, 4000)]
    assert after.corrections == changes
    assert (points(before) != points(after)) == (cause is not None)


def test_every_change_is_kept_in_order() -> None:
    ends = (update(H.SETTLED, finish=finish) for finish in (WON, LOST, LOST, DRAWN))
    game = game_after(update(H.ENDED, finish=WON), *ends)
    assert [change.cause for change in game.corrections] == ["ending", "ending"]
    assert game.corrections[0].after == game.corrections[1].before
    assert game.corrections[1].after == game.points
    assert [change.cause for change in game_state(game).corrections] == ["ending", "ending"]


def test_before_the_end_nothing_is_corrected() -> None:
    game = game_after(update(H.MOVED, "e4 d5 exd5"), update(H.ENDED, finish=WON, offers=OFFER))
    assert game.corrections == []


# --- at a server

FAULTS: dict[str, tuple[Fault, Cause]] = {
    "a stream that calls the game void": (UnknownStatus(25, "aborted"), "ending"),
    "a stream that loses the last move": (Lose(9), "moves"),
}


@pytest.mark.parametrize(("fault", "cause"), FAULTS.values(), ids=FAULTS)
async def test_a_score_that_settlement_changes_says_so(live: Live, fault: Fault, cause: Cause) -> None:
    live.simulator.faults.add(fault)
    live.simulator.faults.add(Lagging(3_000), route="export_ids", count=None)
    course = Script(control=TimeControl(180, 2)).moves(LINE).finish(statuses.DRAW).game()
    async with following(live) as told:
        game = await told.to_the_end(course)
    (change,) = game.corrections
    assert (change.cause, change.after) == (cause, game.points)
    state = game_state(game)
    (shown,) = state.corrections
    assert state.result
    assert (shown.cause, shown.after) == (cause, state.result.points)
    assert shown.before != shown.after
    assert state.status.corrected
    assert state.status.settled


async def test_a_clean_settlement_corrects_nothing(live: Live) -> None:
    course = Script(control=TimeControl(180, 2)).moves(LINE).offer(BLACK).moves("Nf3").resign(BLACK).game()
    live.simulator.faults.add(FinalLine(2))
    async with following(live) as told:
        game = await told.to_the_end(course)
    assert (game.corrections, game_state(game).corrections) == ([], ())
    assert game.report.stakes == {WHITE: 60, BLACK: 40}
    assert not game_state(game).status.corrected


# --- records of running games


async def test_a_record_of_a_running_game_takes_nothing_back_that_was_known(live: Live) -> None:
    """It is three plies late, and tells no draw offers."""
    live.simulator.faults.add(NOT_FOUND, count=None)
    clocks = Clocks(177_000, 176_000)
    live.add(Script(control=TimeControl(180, 0)).moves(LINE).wait(40_000).moves("Nf3 Bg4 h3 Bh5").game())
    async with following(live) as told:
        await live.turn(9_000)
        for happening in (H.DESCRIBED, H.MOVED):
            told.follower.carried(update(happening, offers=OFFER, clocks=clocks), "own", "own games")
        told.follower.released("abcdefgh", "own games")
        await live.turn(30_000)
        game = told.game("abcdefgh")
        assert (game.transport, game.game.ply, game.clocks, game.offers) == ("export", 8, clocks, OFFER)
        assert told.count("export_ids") > 3
        await live.turn(30_000)
        assert (game.game.ply, game.offers) == (9, OFFER)
        assert game.clocks != clocks
        assert game.report.stakes == {WHITE: 40, BLACK: 60}
    assert told.plies["abcdefgh"] == sorted(told.plies["abcdefgh"])


async def test_a_record_that_goes_another_way_is_believed(live: Live) -> None:
    live.simulator.faults.add(NOT_FOUND, count=None)
    live.add(Script(control=TimeControl(180, 0)).moves(f"{LINE} Bd2 c6 Nf3 Bg4").game())
    async with following(live) as told:
        await live.turn(15_000)
        told.follower.carried(update(H.DESCRIBED, f"{LINE} Be2 c6 Nf3 Bg4"), "own", "own games")
        told.follower.released("abcdefgh", "own games")
        await live.turn(10_000)
        assert told.game("abcdefgh").game.moves == list(update(H.MOVED, f"{LINE} Bd2").moves)

"""One followed game: facts, score, history and decision in step with what the source says."""

from fractions import Fraction

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.follower.followed import FollowedGame
from bot.follower.lifecycle import LifecycleError
from bot.updates import Clocks, GameInfo, GameUpdate, Happening
from scoring import Ending, Finish, OfferEvent, Rules, replay, score

H = Happening
INFO = GameInfo(speed="blitz")


def moves(text: str, start: chess.Board | None = None) -> tuple[chess.Move, ...]:
    board = (start or chess.Board()).copy()
    for san in text.split():
        board.push_san(san)
    return tuple(board.move_stack)


def update(happening: Happening, text: str = "", **fields: object) -> GameUpdate:
    return GameUpdate("abcdefgh", happening, INFO, moves(text), **fields)  # type: ignore[arg-type]


def live(*updates: GameUpdate, rules: Rules | None = None) -> FollowedGame:
    followed = FollowedGame("abcdefgh", rules or Rules())
    followed.apply(update(H.DESCRIBED), 1000)
    for number, news in enumerate(updates, 2):
        followed.apply(news, number * 1000)
    return followed


def history(text: str) -> list[tuple[Fraction, Fraction]]:
    game = replay(moves(text))
    draws = [score(game, Rules(), ply=ply).outcomes["draw"].points for ply in range(game.ply + 1)]
    return [(draw[chess.WHITE], draw[chess.BLACK]) for draw in draws]


LINE = "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Nf6"


def test_a_game_that_waits() -> None:
    followed = FollowedGame("abcdefgh", Rules())
    assert (followed.lifecycle, followed.decision, followed.history) == ("waiting", None, [])
    assert followed.report == score(replay(()), Rules())


@pytest.mark.parametrize("ply", range(9))
def test_moves_are_added_and_judged(ply: int) -> None:
    text = " ".join(LINE.split()[:ply])
    followed = live(update(H.MOVED, text))
    assert followed.report == score(replay(moves(text)), Rules())
    assert followed.history == history(text)
    assert followed.decision is None


@pytest.mark.parametrize("back", range(9))
def test_a_takeback_cuts_moves_and_history(back: int) -> None:
    shorter = " ".join(LINE.split()[:back])
    followed = live(update(H.MOVED, LINE), update(H.MOVED, shorter))
    assert followed.game.moves == list(moves(shorter))
    assert followed.history == history(shorter)
    assert followed.report == score(replay(moves(shorter)), Rules())


def test_another_continuation_replaces_the_old_one() -> None:
    other = "e4 d5 exd5 Nf6 Bb5+ Bd7 Bxd7+ Qxd7 O"[:-2]
    followed = live(update(H.MOVED, LINE), update(H.MOVED, other))
    assert followed.game.moves == list(moves(other))
    assert followed.history == history(other)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 12), st.lists(st.integers(0, 99), max_size=6)), max_size=8))
def test_whatever_was_before_the_score_is_that_of_the_moves(steps: list[tuple[int, list[int]]]) -> None:
    board = chess.Board()
    followed = live()
    for back, choices in steps:
        for _ in range(min(back, len(board.move_stack))):
            board.pop()
        for choice in choices:
            legal = list(board.legal_moves)
            if legal:
                board.push(legal[choice % len(legal)])
        followed.apply(GameUpdate("abcdefgh", H.MOVED, INFO, tuple(board.move_stack)), 5000)
    fresh = replay(board.move_stack)
    assert followed.report == score(fresh, Rules())
    assert followed.game.facts == fresh.facts
    assert len(followed.history) == len(board.move_stack) + 1


def test_what_cannot_happen_changes_nothing() -> None:
    followed = live(update(H.MOVED, "e4 e5", clocks=Clocks(1, 2)))
    before = dict(vars(followed))
    with pytest.raises(LifecycleError):
        followed.apply(update(H.VARIANT, "d4", clocks=Clocks(3, 4), plies_behind=7), 99_000)
    assert vars(followed) == before
    assert followed.game.moves == list(moves("e4 e5"))


def test_times() -> None:
    clocks = Clocks(180_000, 180_000)
    followed = live(update(H.MOVED, "e4", clocks=clocks), update(H.MOVED, "e4", clocks=clocks))
    assert (followed.clocks_at_ms, followed.changed_at_ms, followed.heard_at_ms) == (2000, 3000, 3000)
    followed.apply(update(H.LOST, "e4", clocks=clocks, reason="gone"), 9000)
    assert (followed.clocks_at_ms, followed.changed_at_ms, followed.heard_at_ms) == (2000, 9000, 3000)
    assert (followed.lifecycle, followed.reason) == ("reconnecting", "gone")


def test_a_start_position_of_its_own() -> None:
    start = chess.Board("r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 3 17")
    line = moves("O-O-O O-O a5", start)
    followed = FollowedGame("abcdefgh", Rules())
    followed.apply(GameUpdate("abcdefgh", H.DESCRIBED, GameInfo(start=start)), 1000)
    followed.apply(GameUpdate("abcdefgh", H.MOVED, GameInfo(start=start), line), 2000)
    assert followed.report == score(replay(line, start), Rules())
    assert len(followed.history) == 4


def test_a_resignation() -> None:
    finish = Finish(Ending.RESIGNATION, chess.BLACK)
    followed = live(update(H.ENDED, LINE, finish=finish, offers=()))
    assert followed.decision is not None
    assert (followed.decision.outcome, followed.decision.overruled) == ("black_wins", False)
    assert followed.lifecycle == "ended"


def test_declined_offers_count_as_soon_as_they_are_known() -> None:
    offers = (OfferEvent(3, chess.WHITE),)
    followed = live(update(H.MOVED, LINE))
    assert followed.report.stakes == {chess.WHITE: 50, chess.BLACK: 50}
    followed.apply(update(H.ENDED, LINE, finish=Finish(Ending.DRAW), offers=offers), 9000)
    assert followed.report.stakes == {chess.WHITE: 40, chess.BLACK: 60}
    assert followed.offers == offers


def test_a_record_that_differs_from_what_was_seen_goes_before_it() -> None:
    ended = update(H.ENDED, LINE, finish=Finish(Ending.RESIGNATION, chess.WHITE), offers=())
    settled = update(H.SETTLED, "e4 d5 exd5 c6", finish=Finish(Ending.DRAW), offers=())
    followed = live(ended, settled)
    assert followed.history == history("e4 d5 exd5 c6")
    assert followed.decision is not None
    assert followed.decision.outcome == "draw"


KINGS = chess.Board("8/8/4k3/8/8/3pK3/8/8 w - - 0 60")


def test_a_dead_position_is_a_draw_whatever_comes_after_it() -> None:
    info = GameInfo(start=KINGS)
    line = moves("Kxd3", KINGS)
    followed = FollowedGame("abcdefgh", Rules())
    followed.apply(GameUpdate("abcdefgh", H.DESCRIBED, info), 1000)
    assert followed.decision is None
    followed.apply(GameUpdate("abcdefgh", H.MOVED, info, line), 2000)
    assert followed.decision is not None
    assert (followed.decision.outcome, followed.decision.ending) == ("draw", Ending.DEAD)
    finish = Finish(Ending.RESIGNATION, chess.WHITE)
    followed.apply(GameUpdate("abcdefgh", H.ENDED, info, line, finish=finish), 3000)
    assert (followed.decision.outcome, followed.decision.overruled) == ("draw", True)


def test_a_dead_position_taken_back_is_none() -> None:
    info = GameInfo(start=KINGS)
    followed = FollowedGame("abcdefgh", Rules())
    followed.apply(GameUpdate("abcdefgh", H.DESCRIBED, info), 1000)
    followed.apply(GameUpdate("abcdefgh", H.MOVED, info, moves("Kxd3", KINGS)), 2000)
    followed.apply(GameUpdate("abcdefgh", H.MOVED, info, moves("Kd2", KINGS)), 3000)
    assert followed.decision is None


BARE = chess.Board("4k3/8/8/8/8/8/7Q/4K3 b - - 0 60")


@pytest.mark.parametrize(
    ("policy", "winner", "line", "outcome", "overruled"),
    [
        ("chessmail", chess.WHITE, "Kd7 Qh3+", "white_wins", False),
        ("chessmail", chess.BLACK, "Kd7", "draw", True),
        ("server", chess.BLACK, "Kd7", "black_wins", False),
        ("lichess", None, "Kd7", "draw", False),
    ],
)
def test_a_flag_fall_by_policy(
    policy: str, winner: chess.Color | None, line: str, outcome: str, overruled: bool
) -> None:
    """White has the queen, Black only his king: he cannot win on time, unless the server has the word."""
    info = GameInfo(start=BARE)
    followed = FollowedGame("abcdefgh", Rules(flag_fall=policy))  # type: ignore[arg-type]
    followed.apply(GameUpdate("abcdefgh", H.DESCRIBED, info), 1000)
    followed.apply(
        GameUpdate("abcdefgh", H.ENDED, info, moves(line, BARE), finish=Finish(Ending.FLAG_FALL, winner)), 2000
    )
    assert followed.decision is not None
    assert (followed.decision.outcome, followed.decision.overruled) == (outcome, overruled)

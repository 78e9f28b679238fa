"""Followed games as the states that clients see."""

from fractions import Fraction

import chess
import msgspec
import pytest

from bot.follower.followed import FollowedGame
from bot.updates import Clocks, GameInfo, GameUpdate
from overlay import state
from overlay.shown.views import decimal, game_state, lobby_game
from scoring import Ending, Finish, OfferEvent, Rules, score
from scoring.book import NO_BOOK, BookAnswer
from tests.overlay.followed import LINE, H, followed, knowing

QUEEN_AND_KING = chess.Board("4k3/8/8/8/8/8/7Q/4K3 b - - 0 60")
NEARLY_DEAD = chess.Board("8/8/4k3/8/8/3pK3/8/8 w - - 0 60")


def test_a_live_game() -> None:
    live = followed((H.MOVED, LINE), clocks=Clocks(170_000, 171_000), plies_behind=3)
    shown = game_state(live)
    assert shown.white == state.Player("Amsel", "WGM", 2300)
    assert shown.black == state.Player("", ai_level=5)
    assert shown.fen == live.game.board.fen()
    assert shown.start_fen == chess.STARTING_FEN
    assert (shown.ply, shown.last_move, shown.check, shown.chess960) == (10, "g8f6", None, False)
    assert shown.clocks == state.Clocks(170_000, 171_000, "white", 0)
    assert shown.status == state.Status("live", 3)
    assert shown.result is None
    assert shown.base == state.Points("0.45", "0.55")
    assert shown.stakes == state.Points("0.50", "0.50")
    assert len(shown.history) == 11
    assert shown.history[-1] == (float(shown.score.draw.white), float(shown.score.draw.black))
    assert [(entry.rule, entry.side, entry.amount, entry.ply) for entry in shown.entries if entry.side == "both"] == [
        ("queen_trade", "both", "-0.10", 9)
    ]
    assert shown.rules["flag_fall"] == "chessmail"
    assert shown.flag.policy == "chessmail"


def test_the_entries_and_the_base_make_the_score() -> None:
    """What a page shows adds up: base, entries of the game and of the outcome."""
    shown = game_state(followed((H.MOVED, LINE)))
    for outcome in ("draw", "white_wins", "black_wins"):
        entries = (*shown.entries, *getattr(shown.outcome_entries, outcome))
        for side in ("white", "black"):
            raw = Fraction(getattr(shown.base, side)) + sum(
                Fraction(entry.amount) for entry in entries if entry.side in (side, "both")
            )
            assert Fraction(getattr(getattr(shown.score, outcome), side)) in (max(raw, 0), *_shared(shown, outcome))


def _shared(shown: state.GameState, outcome: str) -> list[Fraction]:
    """Points that were scaled down, since both sides together had more than one."""
    points = getattr(shown.score, outcome)
    both = Fraction(points.white) + Fraction(points.black)
    return [Fraction(points.white), Fraction(points.black)] if abs(both - 1) < Fraction(1, 1000) else []


@pytest.mark.parametrize("moves", ["", "e4", "e4 e5", "e4 e5 Nf3"])
def test_clocks_run_from_the_second_move_of_white(moves: str) -> None:
    running = game_state(followed((H.MOVED, moves), clocks=Clocks(1, 2))).clocks.running
    assert running == {0: None, 1: None, 2: "white", 3: "black"}[len(moves.split())]


def test_without_clocks_none_runs() -> None:
    clocks = game_state(followed((H.MOVED, LINE))).clocks
    assert (clocks.white_ms, clocks.black_ms, clocks.running) == (None, None, None)


def test_check() -> None:
    assert game_state(followed((H.MOVED, "e4 f6 Qh5+"))).check == "black"


def test_a_lost_game_says_since_when() -> None:
    live = followed((H.MOVED, LINE), (H.LOST, LINE), reason="nothing was heard")
    status = game_state(live).status
    assert (status.lifecycle, status.stale_since_ms, status.settled) == ("reconnecting", 1000, False)


def test_an_ended_game_is_provisional_until_it_is_settled() -> None:
    finish = Finish(Ending.RESIGNATION, chess.WHITE)
    ended = game_state(followed((H.MOVED, LINE), (H.ENDED, LINE), finish=finish, offers=()))
    assert (ended.status.lifecycle, ended.status.provisional, ended.status.settled) == ("ended", True, False)
    assert ended.status.offers_known
    assert ended.clocks.running is None
    settled = game_state(followed((H.MOVED, LINE), (H.SETTLED, LINE), finish=finish, offers=()))
    assert (settled.status.lifecycle, settled.status.provisional, settled.status.settled) == ("settled", False, True)
    for shown in (ended, settled):
        assert shown.result is not None
        assert (shown.result.outcome, shown.result.ending) == ("white_wins", "resignation")
        assert shown.result.points == shown.score.white_wins
        assert shown.result.server is None
        assert shown.result.text == state.Text("Weiß gewinnt: Aufgabe", "White wins: resignation")


def test_declined_offers_are_in_the_stakes() -> None:
    offers = (OfferEvent(3, chess.WHITE),)
    shown = game_state(followed((H.MOVED, LINE), (H.ENDED, LINE), finish=Finish(Ending.DRAW), offers=offers))
    assert shown.stakes == state.Points("0.40", "0.60")


@pytest.mark.parametrize("finish", [Finish(Ending.ABORTED), Finish(Ending.NO_START, chess.WHITE), None])
def test_a_void_game_has_a_result_without_points(finish: Finish | None) -> None:
    shown = game_state(followed((H.MOVED, "e4"), (H.VOID, "e4"), finish=finish))
    assert shown.result is not None
    assert (shown.result.outcome, shown.result.points, shown.result.server) == ("void", None, None)
    assert shown.status.lifecycle == "void"
    assert shown.result.text.de.startswith("Ohne Wertung")
    assert shown.result.text.en.startswith("No score")


def test_a_dead_position_is_a_draw_at_once_and_overrules_the_server() -> None:
    live = game_state(followed((H.MOVED, "Kxd3"), start=NEARLY_DEAD))
    assert live.result is not None
    assert (live.result.outcome, live.result.ending) == ("draw", "dead_position")
    assert (live.result.points, live.result.server) == (live.score.draw, None)
    finish = Finish(Ending.RESIGNATION, chess.WHITE)
    ended = game_state(followed((H.MOVED, "Kxd3"), (H.ENDED, "Kxd3"), start=NEARLY_DEAD, finish=finish))
    assert ended.result is not None
    assert (ended.result.outcome, ended.result.points) == ("draw", ended.score.draw)
    assert ended.result.server == state.Text("Weiß gewinnt: Aufgabe", "White wins: resignation")


def test_a_flag_fall_that_the_rules_call_a_draw_says_so_and_what_the_server_said() -> None:
    """White's flag falls, Black has only a king; the server gave Black the win."""
    steps, finish = ((H.MOVED, "Kd7"), (H.ENDED, "Kd7")), Finish(Ending.FLAG_FALL, chess.BLACK)
    shown = game_state(followed(*steps, start=QUEEN_AND_KING, finish=finish))
    assert shown.result is not None
    assert (shown.result.outcome, shown.result.ending, shown.result.points) == ("draw", "flag_fall", shown.score.draw)
    assert shown.result.text.en == "Draw: flag fall, but Black has only a king"
    assert shown.result.server is not None
    assert shown.result.server.en == "Black wins: flag fall"
    assert shown.flag.white == state.FlagVerdict("draw", shown.flag.white.text, "chessmail", "bare_king", ("d7",))
    assert shown.flag.black.outcome == "white_wins"
    server = game_state(followed(*steps, start=QUEEN_AND_KING, finish=finish, rules=Rules(flag_fall="server")))
    assert server.result is not None
    assert (server.result.outcome, server.result.server) == ("black_wins", None)


BOOK_NAME = "GNU Chess book, 145,716 games"
PETROV = state.Opening("C42", "Petrov's Defense")
BOOKS = {
    # the plies played, what the book says, the opening: what is shown
    "in the book": (4, BookAnswer(BOOK_NAME, 4), PETROV, state.Book(BOOK_NAME, 4, in_book=True, opening=PETROV)),
    "left it": (10, BookAnswer(BOOK_NAME, 9), PETROV, state.Book(BOOK_NAME, 9, opening=PETROV)),
    "an answer is missing": (4, BookAnswer(BOOK_NAME, 3, True), None, state.Book(BOOK_NAME, 3, provisional=True)),
    "one before is missing": (4, BookAnswer(BOOK_NAME, 4, True), None, state.Book(BOOK_NAME, 4, True, True)),
    "at the start": (0, BookAnswer(BOOK_NAME, 0), None, state.Book(BOOK_NAME, 0)),
    "no book": (4, NO_BOOK, PETROV, state.Book("none", 0, opening=PETROV)),
}


@pytest.mark.parametrize(("plies", "answer", "opening", "shown"), BOOKS.values(), ids=BOOKS)
def test_the_book_and_the_opening(
    plies: int, answer: BookAnswer, opening: state.Opening | None, shown: state.Book
) -> None:
    game = followed((H.MOVED, " ".join(LINE.split()[:plies])))
    seen = game_state(knowing(game, report=score(game.game, Rules(), book=answer), opening=opening))
    assert seen.book == shown
    assert seen.status.provisional == shown.provisional
    assert seen.running.moves_to_go == 25 - (plies - shown.ply) // 2


def test_a_game_that_goes_on_behind_its_end_is_in_the_book_until_its_end() -> None:
    """Bare kings end a game at once; what the server has of it behind that does not count."""
    game = followed((H.MOVED, "Kxd3 Kd5"), start=NEARLY_DEAD)
    assert game.report.case.last_ply == 1
    report = score(game.game, Rules(), book=BookAnswer(BOOK_NAME, 1))
    assert game_state(knowing(game, report=report)).book.in_book


def test_what_there_is_nothing_of_is_explained() -> None:
    variant = FollowedGame("abcdefgh", Rules())
    variant.apply(GameUpdate("abcdefgh", H.VARIANT, GameInfo(variant="atomic")), 1)
    missing = FollowedGame("abcdefgh", Rules())
    missing.apply(GameUpdate("abcdefgh", H.MISSING, GameInfo()), 1)
    notes = [game_state(game).status.note for game in (variant, missing)]
    assert [lobby_game(game).note for game in (variant, missing)] == notes
    assert [note.en for note in notes if note] == [
        "The variant atomic is not scored",
        "There is no such game on the server",
    ]
    waiting = game_state(FollowedGame("abcdefgh", Rules()))
    assert (waiting.status.lifecycle, waiting.status.note, waiting.history) == ("waiting", None, ())


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(1), "1.00"),
        (Fraction(1, 10), "0.10"),
        (Fraction(45, 100), "0.45"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(45, 101), "0.4455"),
        (Fraction(123, 200), "0.6150"),
    ],
)
def test_decimals(points: Fraction, text: str) -> None:
    assert decimal(points) == text


def test_every_state_can_be_sent() -> None:
    games = [followed((H.MOVED, LINE)), followed(), FollowedGame("waiting1", Rules())]
    for game in games:
        sent = msgspec.json.encode(game_state(game))
        assert msgspec.json.decode(sent, type=state.GameState) == game_state(game)
    lobby = state.Lobby(tuple(lobby_game(game) for game in games))
    assert [game.lifecycle for game in lobby.games] == ["live", "live", "waiting"]
    assert msgspec.json.decode(msgspec.json.encode(lobby), type=state.Lobby) == lobby

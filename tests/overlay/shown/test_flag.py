"""What a flag fall would mean, as clients see it."""

import chess
import msgspec
import pytest

from bot.follower.proofs import Analysis
from bot.updates import Clocks
from overlay import state
from overlay.hub import Hub
from overlay.shown.flag import LONGEST_LINE
from overlay.shown.views import game_state
from scoring import Ending, Finish, Rules, Winnability
from scoring.options import FlagFall
from tests.overlay.followed import H, followed, knowing

W, B = chess.WHITE, chess.BLACK
WALLS = chess.Board("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 40")
KNIGHT = chess.Board("4k3/p7/8/8/8/8/8/4K1N1 w - - 0 40")
LINE = tuple(map(chess.Move.from_uci, "e1e2 e8e7 e2e1 e7e8".split()))


def cannot(winner: chess.Color) -> Winnability:
    return Winnability(winner, "unwinnable", "walled_in", 9, None, chess.BB_D4 | chess.BB_A4)


def can(winner: chess.Color, line: tuple[chess.Move, ...] = LINE) -> Winnability:
    return Winnability(winner, "winnable", "mate", 9, line)


def undecided(winner: chess.Color) -> Winnability:
    return Winnability(winner, "undecided", "budget", 9)


def flag(start: chess.Board, policy: FlagFall, *, asked: bool = False, **proofs: Winnability | None) -> state.Flag:
    """The flag of a position, as far as it is proved of `white` and `black` that they can win, or asked."""
    live = followed(start=start, rules=Rules(flag_fall=policy))
    known = knowing(live, proof=lambda side: proofs.get("white" if side else "black"), asked=lambda side: asked)
    return game_state(known).flag


def brief(verdict: state.FlagVerdict) -> tuple[str, str, bool]:
    return verdict.outcome, verdict.reason, verdict.pending


def others(verdict: state.FlagVerdict) -> dict[str, str]:
    return {other.policy: other.outcome for other in verdict.others}


def test_by_fide_what_is_being_proved_is_pending() -> None:
    shown = flag(WALLS, "fide", asked=True)
    assert brief(shown.white) == ("black_wins", "can_mate", True)
    assert shown.white.text == state.Text(
        "noch nicht bewiesen, ob Schwarz mattsetzen könnte: bis dahin gilt die Zeitüberschreitung",
        "not proved yet whether Black could mate: until then the flag stands",
    )
    assert "White" in shown.black.text.en
    assert (shown.white.line, shown.white.others, shown.dead) == (None, (), None)


def test_by_fide_nothing_is_pending_while_nothing_is_asked() -> None:
    shown = flag(chess.Board(), "fide")
    assert brief(shown.white) == ("black_wins", "can_mate", False)
    assert shown.white.text == state.Text(
        "Schwarz hat Material zum Mattsetzen (einen Beweis braucht es erst, wenn es darauf ankommt)",
        "Black has material to mate (no proof is needed before it matters)",
    )
    assert (shown.white.line, shown.white.others, shown.dead) == (None, (), None)


def test_by_fide_what_was_left_open_is_pending_when_it_is_asked_again() -> None:
    """The end asks with more nodes."""
    shown = flag(WALLS, "fide", asked=True, white=undecided(W), black=can(B))
    assert brief(shown.black) == ("white_wins", "undecided", True)
    assert brief(shown.white) == ("black_wins", "mate_line", False)
    assert "not proved yet" in shown.black.text.en


@pytest.mark.parametrize("policy", ["chessmail", "lichess", "server"])
def test_by_another_policy_nothing_is_pending(policy: FlagFall) -> None:
    shown = flag(WALLS, policy, asked=True)
    assert [shown.white.pending, shown.black.pending] == [False, False]


@pytest.mark.parametrize(("clocks", "pending"), [(Clocks(90_000, 60_000), False), (Clocks(90_000, 59_000), True)])
def test_a_followed_game_is_pending_once_its_clock_runs_low(clocks: Clocks, pending: bool) -> None:
    live = followed((H.MOVED, "e4 e5"), rules=Rules(flag_fall="fide"), clocks=clocks)
    shown = game_state(live).flag
    assert (shown.white.pending, shown.black.pending) == (pending, pending)
    for question in filter(None, [live.question]):
        live.take_proof(question, Analysis({W: undecided(W), B: can(B)}, None), 9_000)
    shown = game_state(live).flag
    assert [shown.white.pending, shown.black.pending] == [False, False]


def test_by_fide_what_is_proved() -> None:
    shown = flag(WALLS, "fide", white=cannot(W), black=can(B))
    assert brief(shown.black) == ("draw", "walled_in", False)
    assert shown.black.squares == ("a4", "d4")
    assert others(shown.black) == {"chessmail": "white_wins", "lichess": "white_wins"}
    assert shown.black.others[0].text.en == "White has material to mate"
    assert brief(shown.white) == ("black_wins", "mate_line", False)
    assert shown.white.line == ("e1e2", "e8e7", "e2e1", "e7e8")
    assert shown.dead is None


def test_by_fide_what_is_undecided_is_won_and_not_pending() -> None:
    shown = flag(WALLS, "fide", white=undecided(W))
    assert brief(shown.black) == ("white_wins", "undecided", False)
    assert "not proved" in shown.black.text.en


@pytest.mark.parametrize(("plies", "shown"), [(0, False), (1, True), (LONGEST_LINE, True), (LONGEST_LINE + 1, False)])
def test_only_short_lines_are_shown(plies: int, shown: bool) -> None:
    line = flag(WALLS, "fide", white=can(W, LINE[:1] * plies)).black.line
    assert line == (("e1e2",) * plies if shown else None)


@pytest.mark.parametrize("policy", ["chessmail", "lichess", "server"])
def test_another_policy_says_where_fide_disagrees_once_that_is_proved(policy: FlagFall) -> None:
    shown = flag(WALLS, policy, white=cannot(W), black=can(B))
    assert brief(shown.black) == ("white_wins", "can_mate", False)
    assert others(shown.black) == {"fide": "draw"}
    assert others(shown.white) == {}
    for proof in (None, undecided(W)):
        assert flag(WALLS, policy, white=proof).black.others == ()


def test_the_list_of_chessmail_and_the_others() -> None:
    """A lone knight may mate a king with a pawn, says Lichess; chessmail's list does not ask."""
    shown = flag(KNIGHT, "chessmail").black
    assert (brief(shown), others(shown)) == (("draw", "one_knight", False), {"lichess": "white_wins"})
    assert shown.squares == ("e1", "g1")
    assert others(flag(KNIGHT, "chessmail", white=can(W)).black) == {"fide": "white_wins", "lichess": "white_wins"}
    server = flag(KNIGHT, "server").black
    assert (server.policy, server.outcome, others(server)) == ("server", "white_wins", {"chessmail": "draw"})
    assert "Lichess" in server.text.en
    assert "Lichess" in server.text.de


@pytest.mark.parametrize("policy", ["chessmail", "fide", "server"])
def test_a_dead_position(policy: FlagFall) -> None:
    assert flag(WALLS, policy, white=cannot(W), black=cannot(B)).dead == "proof"
    assert flag(WALLS, policy, white=cannot(W), black=undecided(B)).dead is None
    kings = chess.Board("8/8/4k3/8/8/4KN2/8/8 w - - 0 40")
    assert flag(kings, policy).dead == "material"


def test_a_game_that_is_over_on_the_board_is_not_dead() -> None:
    stalemate = chess.Board("7k/5Q2/8/8/8/8/8/4K3 b - - 0 40")
    live = followed((H.MOVED, ""), start=stalemate)
    assert game_state(live).flag.dead is None
    assert flag(stalemate, "chessmail", white=cannot(W), black=cannot(B)).dead is None


def test_what_material_says_is_told_by_fide_at_once() -> None:
    bare = followed((H.MOVED, ""), start=chess.Board("4k3/8/8/8/8/8/7Q/4K3 b - - 0 60"), rules=Rules(flag_fall="fide"))
    shown = game_state(bare).flag
    assert brief(shown.white) == ("draw", "bare_king", False)
    assert shown.white.squares == ("e8",)


@pytest.mark.parametrize(
    ("policy", "winner", "named", "flagged"),
    [
        ("chessmail", B, None, "white"),
        ("chessmail", None, B, "black"),
        ("chessmail", None, None, "white"),
        ("fide", W, None, "black"),
        ("server", B, None, "white"),
        ("server", W, None, "black"),
        ("server", None, B, "black"),
        ("server", None, None, None),
    ],
)
def test_a_result_says_whose_flag_fell(
    policy: FlagFall, winner: chess.Color | None, named: chess.Color | None, flagged: str | None
) -> None:
    rules, finish = Rules(flag_fall=policy), Finish(Ending.FLAG_FALL, winner)
    result = game_state(followed((H.MOVED, ""), (H.ENDED, ""), rules=rules, finish=finish, flagged=named)).result
    assert result is not None
    assert (result.ending, result.flagged) == ("flag_fall", flagged)


def test_a_game_that_ended_otherwise_had_no_flag_fall() -> None:
    finish = Finish(Ending.RESIGNATION, W)
    result = game_state(followed((H.MOVED, ""), (H.ENDED, ""), finish=finish)).result
    assert result is not None
    assert result.flagged is None


@pytest.mark.parametrize("policy", ["chessmail", "fide"])
def test_a_flag_that_says_the_same_is_not_sent_again_and_is_short(policy: FlagFall) -> None:
    hub, live = Hub(), followed((H.MOVED, ""), start=WALLS, rules=Rules(flag_fall=policy))
    hub.subscribe(hub.connect(), "game/abcdefgh")
    for news in (True, False):
        assert hub.publish("game/abcdefgh", lambda: game_state(live)) == news
    assert live.question is not None
    live.take_proof(live.question, Analysis({W: cannot(W), B: cannot(B)}, None), live.changed_at_ms)
    for news in (True, False):
        assert hub.publish("game/abcdefgh", lambda: game_state(live)) == news
    assert len(msgspec.json.encode(game_state(live).flag)) < 1_500

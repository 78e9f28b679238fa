"""When a move is certain: what hands do on a board, and what the reader says at once and when nothing more comes."""

import chess
import pytest

from tests.bot.boards.steps import Table

CASTLING = "e4 e5 Nf3 Nc6 Bc4 Bc5"
LONG_CASTLING = "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7"
EN_PASSANT = "e4 a6 e5 d5"
PROMOTION = "a4 b5 axb5 a6 bxa6 Nc6 a7 Nb8"
EXCHANGE = "e4 d5"

AT_ONCE = {
    "a knight": ("", "g1- f3N", "Nf3"),
    "a knight seen on its way": ("", "g1- g2- g2P f2- f2P g3N g3- f3N", "Nf3"),
    "a pawn that could only go there": ("e3 e6", "e3- e4P", "e4"),
    "a capture, mover lifted first": (EXCHANGE, "e4- d5- d5P", "exd5"),
    "a capture, victim lifted first": (EXCHANGE, "d5- e4- d5P", "exd5"),
    "a capture, victim pushed away": (EXCHANGE, "e4- d5P", "exd5"),
    "a capture in one message": (EXCHANGE, "e4-+d5P", "exd5"),
    "castling, king first": (CASTLING, "e1- g1K h1- f1R", "O-O"),
    "castling, king slid": (CASTLING, "e1- f1K f1- g1K h1- f1R", "O-O"),
    "castling, rook first": (CASTLING, "h1- f1R e1- g1K", "O-O"),
    "castling with both hands": (CASTLING, "e1-+h1- f1R+g1K", "O-O"),
    "long castling, king first": (LONG_CASTLING, "e1- c1K a1- d1R", "O-O-O"),
    "long castling, rook slid first": (LONG_CASTLING, "a1- b1R b1- c1R c1- d1R e1- c1K", "O-O-O"),
    "en passant": (EN_PASSANT, "e5- d6P d5-", "exd6"),
    "en passant, victim first": (EN_PASSANT, "d5- e5- d6P", "exd6"),
    "en passant, both lifted": (EN_PASSANT, "e5- d5- d6P", "exd6"),
    "promotion, the pawn exchanged": (PROMOTION, "a7- b8- b8P b8- b8Q", "axb8=Q"),
    "promotion, the pawn taken off": (PROMOTION, "b8- a7- b8Q", "axb8=Q"),
    "promotion, the new piece first": (PROMOTION, "b8- b8N a7-", "axb8=N"),
    "promotion to a rook": (PROMOTION, "a7- b8R", "axb8=R"),
    "after other pieces were adjusted": ("", "a1- a1R d7- e7- e7p d7p g1- f3N", "Nf3"),
    "after a piece was put back": ("", "b1- b1N g1- f3N", "Nf3"),
    "after a pawn was put elsewhere and back": ("", "e2- e3P e3- e2P g1- f3N", "Nf3"),
    "after a message that came twice": ("", "g1- g1- f3N f3N", "Nf3"),
    "the king was knocked over": ("", "e1- g1- f3N e1K", "Nf3"),
}


@pytest.mark.parametrize(("before", "steps", "san"), AT_ONCE.values(), ids=AT_ONCE)
def test_known_at_once(before: str, steps: str, san: str) -> None:
    table = Table(before).do(steps)
    assert table.sans == f"{before} {san}".strip()
    assert len(table.said) <= 2, "nothing else was said on the way"
    assert not table.waits
    assert table.do("~60000").state == "playing"


SETTLING = {
    "a pawn that may go on": ("", "e2- e3P", "e3"),
    "a pawn that may go back": ("", "e2- e4P", "e4"),
    "a rook slid": ("a4 a5", "a1- a2R a2- a3R", "Ra3"),
    "a rook slid too far": ("a4 a5", "a1- a2R a2- a3R a3- a2R", "Ra2"),
    "a bishop seen all along its way": ("e4 e5", "f1- e2B e2- d3B d3- c4B", "Bc4"),
    "a king that may castle": (CASTLING, "e1- f1K", "Kf1"),
    "a rook that may castle": (CASTLING, "h1- f1R", "Rf1"),
    "a rook beside its victim": ("a4 b5 axb5 h5", "a1- a6R", "Ra6"),
    "a king that comes to the centre": ("e4 e5 Ke2 Ke7 Kd3 a6 Kc4 a5", "c4- d5K", "Kd5"),
}


@pytest.mark.parametrize(("before", "steps", "san"), SETTLING.values(), ids=SETTLING)
def test_known_when_settled(before: str, steps: str, san: str) -> None:
    table = Table(before).do(steps)
    assert table.sans == before
    assert table.waits
    table.do("~399")
    assert table.sans == before
    assert table.do("~2").sans == f"{before} {san}".strip()
    assert not table.waits
    assert set(table.said) == {before, table.sans}


@pytest.mark.parametrize(("before", "steps", "san"), SETTLING.values(), ids=SETTLING)
def test_known_when_the_clock_is_pressed(before: str, steps: str, san: str) -> None:
    assert Table(before).do(f"white {steps} black").sans == f"{before} {san}".strip()


def test_a_clock_that_was_not_running_for_the_mover_says_nothing() -> None:
    assert Table("a4 a5").do("black a1- a2R").sans == "a4 a5"


HURRIED = {
    "the opponent lifts a piece": ("a4 a5", "a1- a3R g8-", "a4 a5 Ra3"),
    "the opponent's move came in one message": ("a4 a5", "a1- a3R g8-+f6n", "a4 a5 Ra3 Nf6"),
    "the opponent adjusts a piece that cannot move": ("a4 a5", "a1- a3R h8-", "a4 a5 Ra3"),
    "the mover adjusts another piece": ("a4 a5", "a1- a3R h1-", "a4 a5 Ra3"),
    "the opponent takes what was moved": ("e4 d5 a4 d4", "c2- c4P c4- d4- c3p ~", "e4 d5 a4 d4 c4 dxc3"),
    "the opponent was faster": ("a4 a5", "a1- g8- a3R f6n ~", "a4 a5 Ra3 Nf6"),
    "the opponent was faster, and thinks": ("a4 a5", "a1- g8- a3R ~", "a4 a5 Ra3"),
    "both at once": ("", "e2-+e4P+e7-+e5p ~", "e4 e5"),
}


@pytest.mark.parametrize(("before", "steps", "sans"), HURRIED.values(), ids=HURRIED)
def test_hurry(before: str, steps: str, sans: str) -> None:
    assert Table(before).do(steps).sans == sans


def test_the_victim_of_a_longer_move_is_no_answer() -> None:
    """The rook has come up to the pawn, whose removal is a part of the capture."""
    table = Table("a4 b5 axb5 h5").do("a1- a6R a7-")
    assert table.sans == "a4 b5 axb5 h5"
    assert table.do("a6- a7R").sans == "a4 b5 axb5 h5 Rxa7"


def test_no_castling_when_the_king_goes_on_alone() -> None:
    assert Table(CASTLING).do("e1- f1K ~ g8-").sans == f"{CASTLING} Kf1"


@pytest.mark.parametrize("order", ["f1- g1K h1- f1R", "h1- f1- f1R g1K"])
def test_chess960_king_beside_the_rook(order: str) -> None:
    start = chess.Board("k7/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True)
    assert Table(start=start).do(order).sans == "O-O"


def test_chess960_king_and_rook_change_places() -> None:
    start = chess.Board("k7/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    assert Table(start=start).do("f1- g1- g1K f1R").sans == "O-O"


REPLACED = {
    "another square": ("", "g1- f3N", "Nf3", "f3- h3N ~1001", "Nh3"),
    "another piece": ("", "g1- f3N", "Nf3", "f3- g1N b1- c3N ~1001", "Nc3"),
    "taken back and left so": ("e4 e5", "g1- f3N", "e4 e5 Nf3", "f3- g1N ~1001", "e4 e5"),
    "the hand rested on its way": ("a4 a5", "a1- a2R ~", "a4 a5 Ra2", "a2- a3R ~1001", "a4 a5 Ra3"),
    "the king goes on to castle": (
        CASTLING,
        "e1- f1K ~",
        f"{CASTLING} Kf1",
        "f1- g1K h1- f1R ~1001",
        f"{CASTLING} O-O",
    ),
    "another piece for the pawn": (PROMOTION, "a7- b8R", f"{PROMOTION} axb8=R", "b8- b8Q ~1001", f"{PROMOTION} axb8=Q"),
    "another capture": (
        "e4 d5 Nc3 Nf6",
        "e4- d5P",
        "e4 d5 Nc3 Nf6 exd5",
        "d5- c3- e4P d5N ~1001",
        "e4 d5 Nc3 Nf6 Nxd5",
    ),
    "promotion to a queen, then to a bishop": (
        PROMOTION,
        "a7- b8Q",
        f"{PROMOTION} axb8=Q",
        "b8- b8B ~1001",
        f"{PROMOTION} axb8=B",
    ),
    "castling, rook first and a pause": (
        CASTLING,
        "h1- f1R ~600",
        f"{CASTLING} Rf1",
        "e1- g1K ~1001",
        f"{CASTLING} O-O",
    ),
    "two plies in one go": ("d4 d5", "c2- c4P ~ e7- e6p ~", "d4 d5 c4 e6", "e6-+e7p+c4-+c2P ~1001", "d4 d5"),
    "an exchange that was none": (
        "d4 d5 c4 e6",
        "c4-+e6- ~3001",
        "d4 d5 c4 e6 cxd5 exd5",
        "c4P e6p ~1001",
        "d4 d5 c4 e6",
    ),
    "both sides": ("e4 e5 Nf3", "b8- c6n", "e4 e5 Nf3 Nc6", "c6- b8n f3- g1N ~1001", "e4 e5"),
}


@pytest.mark.parametrize(("before", "steps", "first", "then", "last"), REPLACED.values(), ids=REPLACED)
def test_replaced(before: str, steps: str, first: str, then: str, last: str) -> None:
    table = Table(before).do(steps)
    assert table.sans == first
    table.do(then)
    assert table.sans == last
    assert table.watch.seen
    assert table.watch.seen.differs == ()


def test_a_move_put_back_for_a_moment_stays() -> None:
    table = Table("e4 e5").do("g1- f3N f3- g1N g1- f3N ~60000")
    assert set(table.said) == {"e4 e5", "e4 e5 Nf3"}


def test_another_move_is_certain_when_it_is_answered() -> None:
    assert Table().do("g1- f3N f3- h3N g8-").sans == "Nh3"


KNIGHTS = "e4 d5 Nc3 Nf6"
CASTLED = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 h3 h6"
QUEENING = "a4 b5 axb5 a6 bxa6 Nc6 a7 Rb8"

AWKWARD = {
    "two pieces adjusted at once": (CASTLING, "a1-+h1- ~5000 a1R+h1R ~5000", ""),
    "king and rook adjusted at once": (CASTLING, "e1-+h1- ~5000 h1R e1K ~5000", ""),
    "a capturer and its victim adjusted": (EXCHANGE, "e4-+d5- ~15000 d5p+e4P ~5000", ""),
    "an exchange in the air, put back in time": ("d4 d5 c4 e6", "c4-+e6- ~2900 c4P e6p ~5000", ""),
    "pieces knocked over": (CASTLING, "f2-+g2-+h2- ~15000 f2P g2P h2P ~5000", ""),
    "pieces knocked over, set up wrongly": (CASTLING, "d1-+e1- d1K e1Q ~3000 d1-+e1- d1Q e1K ~5000", ""),
    "the opponent's piece knocked over": ("e4 e5", "b8-+c6n ~5000 c6-+b8n g1- f3N", "Nf3"),
    "a second queen": (QUEENING, "a7- a8Q", "a8=Q"),
    "the own queen, another one comes to her square": (QUEENING, "a7- d1- a8Q ~500 d1Q ~1001", "a8=Q"),
    "the pawn stands on the last rank for long": (QUEENING, "a7- a8P ~25000 a8- a8N", "a8=N"),
    "the victim knocked aside, another piece takes": (KNIGHTS, "d5-+d4p ~500 e4- e4P c3- d4- d5N ~5000", "Nxd5"),
    "the victim first, both capturers lifted": (KNIGHTS, "d5- e4- c3- e4P d5N ~5000", "Nxd5"),
    "the victim in the capturer's place": (KNIGHTS, "c3p+d5N ~900 c3- ~5000", "Nxd5"),
    "the victim on a square that it could go to": ("e4 d5 Nc3 c6", "e4- d5P+e6p ~800 e6- ~5000", "exd5"),
    "a king drawn round a corner": (CASTLED, "g1- h1K h1- h2K ~", "Kh2"),
    "a king drawn round a corner, and left there": (CASTLED, "g1- h1K ~", "Kh1"),
    "a pawn drawn round a corner": (EXCHANGE, "e4- e5P e5- d5P", "exd5"),
    "a queen drawn round a corner": ("e4 e5 d4 d5", "d1- d2Q d2- f3Q ~", "Qf3"),
    "en passant with a pause": (EN_PASSANT, "e5- d6P ~15000 d5-", "exd6"),
}


@pytest.mark.parametrize(("before", "steps", "san"), AWKWARD.values(), ids=AWKWARD)
def test_nothing_else_is_said_on_the_way(before: str, steps: str, san: str) -> None:
    table = Table(before).do(steps)
    after = f"{before} {san}".rstrip()
    assert (table.sans, table.state) == (after, "playing")
    assert set(table.said) <= {before, after}

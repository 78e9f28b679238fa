"""Every trait of real PGN files, in small games."""

import io
from time import perf_counter

import chess
import pytest

from bot.pgn import PgnGame, PgnProblem, read_pgn


def read(text: str | bytes) -> PgnGame | PgnProblem:
    data = text if isinstance(text, bytes) else text.encode()
    game, *_ = read_pgn(io.BytesIO(data), "x.pgn")
    return game


def game(text: str | bytes) -> PgnGame:
    found = read(text)
    assert isinstance(found, PgnGame), found
    return found


def uci(text: str) -> str:
    return " ".join(move.uci() for move in game(text).moves)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        pytest.param("1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3", id="plain"),
        pytest.param("1.e4 e5 2.Nf3 *", "e2e4 e7e5 g1f3", id="numbers without a space"),
        pytest.param("e4 e5 Nf3", "e2e4 e7e5 g1f3", id="no numbers, no result"),
        pytest.param("1 e4 1 ... e5 2 . Nf3", "e2e4 e7e5 g1f3", id="odd numbers"),
        pytest.param("1. e4! e5?? 2. Nf3!? $1 $146 d6 +- *", "e2e4 e7e5 g1f3 d7d6", id="signs and NAGs"),
        pytest.param("1. e4 {a} e5 ; b 2. d4\n2. Nf3 *", "e2e4 e7e5 g1f3", id="comments"),
        pytest.param("1. e4 {a (b [c ; d} e5 {} 2. Nf3 *", "e2e4 e7e5 g1f3", id="anything in a comment"),
        pytest.param("{a \\} b {c} 1. e4 *", "e2e4", id="escaped brace in a comment"),
        pytest.param("{c:\\a\\} 1. e4 *", "e2e4", id="backslash before the closing brace"),
        pytest.param("1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4) 2. c4) e5 *", "e2e4 e7e5", id="variations"),
        pytest.param("1. e4 (1. nonsense -- @) e5 *", "e2e4 e7e5", id="nonsense in a variation"),
        pytest.param("1. e4\n% 1... d5\n1... e5 *", "e2e4 e7e5", id="escaped line"),
        pytest.param("1. e4<br />1... e5<br />*", "e2e4 e7e5", id="angle brackets"),
        pytest.param("1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 *", "e2e4 e7e5 g1f3 b8c6", id="long algebraic"),
        pytest.param("1. Pe4 d5 2. e:d5 e5 3. dxe6 e.p. *", "e2e4 d7d5 e4d5 e7e5 d5e6", id="colons, P, e.p."),
        pytest.param("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 O-O *", None, id="castling with zeros"),
        pytest.param("1. e4 e5 1-0 {White wins. 2. d4}", "e2e4 e7e5", id="comment behind the result"),
        pytest.param("1. e4 N e5 D *", "e2e4 e7e5", id="letters of programs"),
        pytest.param('[FEN "7k/3P4/7K/8/8/8/8/8 w - - 6 55"]\n\nd8(Q) *', "d7d8q", id="promotion in brackets"),
        pytest.param('[FEN "7k/3P4/7K/8/8/8/8/8 w - - 6 55"]\n\nd7d8r *', "d7d8r", id="promotion in small letters"),
        pytest.param('[FEN "7k/3P4/7K/8/8/8/8/8 w - - 6 55"]\n\nd8=N+ *', "d7d8n", id="promotion to a knight"),
        pytest.param(
            '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - -"]\n\n1... Ke7 2. e4 *', "e8e7 e2e4", id="short FEN, Black first"
        ),
    ],
)
def test_moves(text: str, moves: str | None) -> None:
    expected = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8" if moves is None else moves
    assert uci(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[White "Müller"]\n\n*'.encode(), "Müller"),
        ('[White "Müller"]\n\n*'.encode("latin-1"), "Müller"),
        ('[White "Šikorová"]\n\n*'.encode("cp1252", "replace"), "Šikorov\xe1"),
        (b'[White "\x81\x8d"]\n\n*', "\x81\x8d"),
        (b'[White "a \\"b\\" \\\\ c"]\n\n*', 'a "b" \\ c'),
        (b'[White "a "b" c"]\n\n*', 'a "b" c'),
        (b'[White "ends with \\"]\n[Black "x"]\n\n*', "ends with \\"),
        (b"[White bare]\n\n*", "bare"),
        (b'[ White   "spaced"  ]\n\n*', "spaced"),
        (b'[White "first"]\n[White "second"]\n\n*', "first"),
        (b'[White "?"]\n\n*', ""),
        (b"1. e4 *", ""),
    ],
)
def test_names(text: bytes, name: str) -> None:
    assert game(text).header("White") == name


def test_encodings_are_found_game_by_game() -> None:
    data = '[White "Jörg"]\n\n1. e4 *\n\n'.encode() + '[White "Jörg"]\n\n1. d4 *\n'.encode("latin-1")
    assert [one.header("White") for one in read_pgn(io.BytesIO(data), "x") if isinstance(one, PgnGame)] == ["Jörg"] * 2


START_960 = "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w"


@pytest.mark.parametrize("variant", ["Chess960", "chess 960", "Fischerandom", "fischerrandom"])
@pytest.mark.parametrize("rights", ["GAga", "KQkq"])
def test_chess960(variant: str, rights: str) -> None:
    text = f'[Variant "{variant}"]\n[FEN "{START_960} {rights} - 0 1"]\n\n1. O-O O-O *'
    found = game(text)
    assert found.start.chess960
    assert [move.uci() for move in found.moves] == ["f1g1", "f8g8"]


def test_chess960_is_seen_by_its_castling_rights() -> None:
    assert game(f'[FEN "{START_960} GAga - 0 1"]\n\n*').start.chess960


@pytest.mark.parametrize("variant", ["", "Standard", "From Position", "?"])
def test_what_counts_as_chess(variant: str) -> None:
    assert game(f'[Variant "{variant}"]\n\n1. e4 *').start.fen() == chess.STARTING_FEN


def test_an_ep_square_of_the_start_without_a_pawn_to_capture_is_dropped() -> None:
    found = read('[FEN "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1"]\n\n1. exd6 *')
    assert isinstance(found, PgnProblem)
    assert found.reason == "the move 1. exd6 is not legal"
    assert game('[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"]\n\n1. exd6 *').moves == (chess.Move.from_uci("e5d6"),)


def test_a_king_marked_as_promoted_is_a_king() -> None:
    assert game('[FEN "4k3/8/8/K~7/8/8/8/8 w - - 0 1"]\n\n*').start.king(chess.WHITE) == chess.A5


@pytest.mark.parametrize("variant", ["Crazyhouse", "Atomic", "Three-check", "King of the Hill", "no-king", "Horde"])
def test_a_variant_is_named_and_not_scored(variant: str) -> None:
    found = read(f'[Variant "{variant}"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')
    assert found == PgnProblem("x.pgn", 1, f"the variant {variant!r} is not scored", "unscored")


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("1. e5 *", "broken", "the move 1. e5 is not legal"),
        ("1. e4 Nf3 *", "broken", "the move 1... Nf3 is not legal"),
        ("1. e4 e5 2. Kx", "broken", "“Kx” is not a move (after ply 2, before 2.)"),
        ("1. d4 d5 2. Nf3 e6 3. Nd2 *", "broken", "the move 3. Nd2 is ambiguous"),
        ("1. e4 {open", "broken", "a comment is not closed (after ply 1, before 1...)"),
        ("1. e4 (1. d4 e5 *", "broken", "a variation is not closed (after ply 1, before 1...)"),
        ("1. e4 1-0 e5", "broken", "moves follow the result 1-0 (after ply 1, before 1...)"),
        ("1-0", "broken", "it has neither tags nor moves"),
        ("?!$%&/=+#", "broken", "it has neither tags nor moves"),
        ("I am no game", "broken", "“I” is not a move (before the first move)"),
        ("1. e4 -- 2. d4 *", "unscored", "it holds a null move (1... --), which is not chess"),
        ("1. e4 Z0 *", "unscored", "it holds a null move (1... Z0), which is not chess"),
        ('[FEN "nonsense"]\n\n*', "broken", "the start position 'nonsense' is not a FEN"),
        ('[FEN "8/8/8/8/8/8/8/R6k w - - 0 1"]\n\n*', "broken", "is not one of chess: White has no king"),
        ('[Variant "Chess960"]\n\n*', "broken", "a game of Chess960 without its start position (tag FEN)"),
        ("1. \x1b[31mred *", "broken", "[31mred"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, kind: str, reason: str) -> None:
    found = read(text)
    assert isinstance(found, PgnProblem)
    assert found.kind == kind
    assert reason in found.reason
    assert found.reason.isprintable()


def test_a_broken_game_harms_no_other() -> None:
    text = '[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. e5 *\n\n[Event "c"]\n\n1. d4 {\n\n[Event "d"]\n\n1. c4 *\n'
    found = list(read_pgn(io.BytesIO(text.encode()), "x.pgn"))
    assert [isinstance(one, PgnGame) for one in found] == [True, False, False, True]
    assert [one.number for one in found] == [1, 2, 3, 4]


def test_clocks() -> None:
    text = "1. e4 {[%eval 0.2] [%clk 1:30:49]} e5 {fine} 2. Nf3 { [%clk 0:00:05.3] } {[%emt 0:00:01]} Nc6 *"
    assert game(text).clocks == (544900, None, 530, None)


def test_comments_keep_their_ply() -> None:
    assert game("{zero} 1. e4 {one} {more} (1. d4 {no}) e5 ; two\n*").comments == {
        0: ("zero",),
        1: ("one", "more"),
        2: ("two",),
    }


def test_a_game_of_300_plies() -> None:
    shuffle = " ".join("Nf3 Nf6 Ng1 Ng8".split() * 75)
    assert len(game(f"{shuffle} 1/2-1/2").moves) == 300


def test_hostile_texts_end_soon() -> None:
    began = perf_counter()
    for text in (
        "{" + "\\" * 200_000,
        "(" * 200_000,
        '[a "' * 20_000,
        "[White " + '" ' * 50_000,
        "1." * 200_000 + "x",
        "{" * 100_000,
        "<" * 100_000,
        "1. e4 (\n\n" * 5_000,
        "1-0\n(e4\n" * 10_000,
    ):
        read(text)
    assert perf_counter() - began < 30

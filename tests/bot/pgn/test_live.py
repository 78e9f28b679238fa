"""Reading games that are still being written, and games that break."""

from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pgn.live import last_clocks_ms, read_live
from bot.pgn.model import BrokenGameError, UnscoredGameError
from tests.bot.sources.notes import san

W, B = chess.WHITE, chess.BLACK
TAGS = '[White "Amsel"]\n[Black "Birke"]\n\n'
LONG = "9" * 5000


@pytest.mark.parametrize(
    ("text", "moves", "trouble"),
    [
        pytest.param("1. e4 e5 *", "e4 e5", "", id="nothing wrong"),
        pytest.param("*", "", "", id="pairing only"),
        pytest.param("", "", "", id="no result yet"),
        pytest.param("1. e4 e5 2. Ke3 Nf6 3. d4 *", "e4 e5", "the move 2. Ke3 is not legal", id="illegal move"),
        pytest.param("1. Ke3 *", "", "the move 1. Ke3 is not legal", id="illegal from the beginning"),
        pytest.param(
            "1. e4 e5 2. -- Nf6 *", "e4 e5", "it holds a null move (2. --), which is not chess", id="null move"
        ),
        pytest.param("1. e4 {[%clk 0:1", "e4", "a comment is not closed (after ply 1, before 1...)", id="comment cut"),
        pytest.param(
            "1. e4 (1. d4 d5", "e4", "a variation is not closed (after ply 1, before 1...)", id="variation cut"
        ),
        pytest.param(
            "1. e4 (1. d4) e5 (1... c5 {(}) 2. Kd4 *", "e4 e5", "the move 2. Kd4 is not legal", id="variations"
        ),
        pytest.param("1. e4 e5 2. Nf", "e4 e5", "“Nf” is not a move (after ply 2, before 2.)", id="move cut"),
        pytest.param("1. e4 1-0 2. d4", "e4", "moves follow the result 1-0 (after ply 1, before 1...)", id="goes on"),
        pytest.param("1. é4 *", "", "“é4” is not a move (before the first move)", id="not ASCII"),
    ],
)
def test_the_legal_beginning_counts(text: str, moves: str, trouble: str) -> None:
    live = read_live((TAGS + text).encode())
    assert (san(live.game.moves), live.trouble) == (moves, trouble)
    assert live.game.header("White") == "Amsel"


def test_a_broken_game_keeps_its_result() -> None:
    live = read_live(b'[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0')
    assert live.game.result == "1-0"
    assert live.game.finish is not None


def test_a_broken_game_in_an_old_encoding() -> None:
    live = read_live('[White "Häher"]\n\n1. e4 Ke5 *'.encode("cp1252"))
    assert live.game.header("White") == "Häher"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        pytest.param(b'[White "Am', BrokenGameError, id="tag cut"),
        pytest.param(b'[FEN "nonsense"]\n\n1. e4 *', BrokenGameError, id="no start position"),
        pytest.param(b"", BrokenGameError, id="nothing"),
        pytest.param(b"*" * ((4 << 20) + 1), BrokenGameError, id="too long"),
        pytest.param(b'[Variant "Atomic"]\n\n1. e4 *', UnscoredGameError, id="not chess"),
    ],
)
def test_what_has_no_beginning(text: bytes, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_live(text)


@pytest.mark.parametrize(
    ("text", "clocks"),
    [
        pytest.param("1. e4 e5 *", {}, id="none"),
        pytest.param("1. e4 {[%clk 1:30:00]} e5 {[%clk 0:01:02.5]} *", {W: 5_400_000, B: 62_500}, id="both"),
        pytest.param(
            "1. e4 {[%clk 0:10:00]} e5 2. d4 d5 {[%clk 0:09:00]} 3. c4 *", {W: 600_000, B: 540_000}, id="holes"
        ),
        pytest.param("1. e4 {[%clk 0:10:00]} {[%emt 0:00:01]} e5 *", {W: 600_000}, id="one side, two comments"),
        pytest.param("1. e4 {[%clk -0:10:00]} e5 {[%clk 0:10]} *", {}, id="not clocks"),
        pytest.param(f"1. e4 {{[%clk {LONG}:00:00]}} e5 {{[%clk 1001:00:00]}} *", {}, id="too much to be true"),
        pytest.param(f"1. e4 {{[%clk 0:05:00]}} e5 2. d4 {{[%clk {LONG}:00:00]}} *", {W: 300_000}, id="nonsense later"),
        pytest.param("1. e4 {[%clk 0:10:00]} e5 {[%clk 0:00:10.00\n]} *", {W: 600_000, B: 10_000}, id="line break"),
    ],
)
def test_the_last_clocks(text: str, clocks: dict[chess.Color, int]) -> None:
    assert last_clocks_ms(read_live((TAGS + text).encode()).game) == clocks


def test_black_moves_first() -> None:
    text = b'[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n\n1... Ke7 {[%clk 0:05:00]} 2. e4 *'
    assert last_clocks_ms(read_live(text).game) == {B: 300_000}


@given(st.integers(0, 400))
def test_a_text_cut_anywhere_loses_moves_only(cut: int) -> None:
    text = TAGS + "1. e4 {[%clk 1:00:00]} e5 (1... c5 2. Nf3) 2. Nf3 $1 {a {b} Nc6 3. Bb5 a6 4. O-O Nf6 5. h3 *"
    head = text[: len(TAGS) + cut].encode()
    moves = san(read_live(head).game.moves)
    assert "e4 e5 Nf3 Nc6 Bb5 a6 O-O Nf6 h3".startswith(moves)


def test_clocks_with_holes_of_a_real_broadcast(shared: Path) -> None:
    text = (shared / "lichess/captures/broadcast-broken-clocks-lila15037.pgn.txt").read_bytes()
    live = read_live(text)
    assert (live.trouble, len(live.game.moves)) == ("", 20)
    assert last_clocks_ms(live.game) == {W: (3600 + 57 * 60 + 24) * 1000, B: (3600 + 48 * 60 + 59) * 1000}

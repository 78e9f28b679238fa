"""The asymmetry of a pawn structure equals a naive computation straight from the formula of RULES 2."""

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.asymmetry import asymmetry

PAWN_SQUARES = [square for square in chess.SQUARES if 0 < chess.square_rank(square) < 7]


@st.composite
def structures(draw: st.DrawFn) -> tuple[set[int], set[int]]:
    """Squares of white and of black pawns, often many on few files."""
    squares = st.sets(st.sampled_from(PAWN_SQUARES), max_size=16)
    white = draw(squares)
    return white, draw(squares) - white


def naive(white: set[int], black: set[int]) -> int:
    pw, pb = len(white), len(black)
    fw = {chess.square_file(square) for square in white}
    fb = {chess.square_file(square) for square in black}
    iw, ib = islands(fw), islands(fb)
    total = pw + pb + iw + ib + len(fw) + len(fb)
    total += 2 * (len(fw - fb) + len(fb - fw))
    total += 4 * abs(pw - pb)
    total += 2 * abs(iw - ib)
    total += 2 * abs(len(fw) - len(fb))
    return total


def islands(files: set[int]) -> int:
    count, inside = 0, False
    for file in range(8):
        if file in files and not inside:
            count += 1
        inside = file in files
    return count


@settings(max_examples=1000, deadline=None)
@given(structures())
def test_asymmetry_is_the_formula(structure: tuple[set[int], set[int]]) -> None:
    white, black = structure
    assert asymmetry(*(int(chess.SquareSet(squares)) for squares in structure)) == naive(white, black)


@given(structures())
def test_colours_do_not_matter(structure: tuple[set[int], set[int]]) -> None:
    white, black = (int(chess.SquareSet(squares)) for squares in structure)
    assert asymmetry(white, black) == asymmetry(black, white)

"""What a record says beside the moves: the result, how the game ended, and draw offers."""

import io

import chess
import pytest

from bot.pgn import PgnGame, read_pgn
from scoring import Ending, Finish, OfferEvent

WHITE, BLACK = chess.WHITE, chess.BLACK


def game(text: str) -> PgnGame:
    (found,) = read_pgn(io.BytesIO(text.encode()), "x.pgn")
    assert isinstance(found, PgnGame), found
    return found


@pytest.mark.parametrize(
    ("tag", "marker", "result", "conflict"),
    [
        ('[Result "1-0"]', "1-0", "1-0", None),
        ('[Result "1-0"]', "", "1-0", None),
        ('[Result "1-0"]', "*", "1-0", None),
        ('[Result "1-0"]', "0-1", "1-0", "0-1"),
        ('[Result "*"]', "0-1", "0-1", None),
        ('[Result "?"]', "0-1", "0-1", None),
        ('[Result ""]', "1/2-1/2", "1/2-1/2", None),
        ("", "1/2-1/2", "1/2-1/2", None),
        ("", "1/2", "1/2-1/2", None),
        ("", "½-½", "1/2-1/2", None),
        ('[Result "0.5-0.5"]', "", "1/2-1/2", None),
        ('[Result "1 - 0"]', "", "1-0", None),
        ("", "", "*", None),
    ],
)
def test_the_tag_decides_where_it_names_a_result(tag: str, marker: str, result: str, conflict: str | None) -> None:
    found = game(f"{tag}\n\n1. e4 e5 {marker}")
    assert (found.result, found.conflict) == (result, conflict)


MATE = "1. f3 e5 2. g4 Qh4"


@pytest.mark.parametrize(
    ("termination", "result", "moves", "finish"),
    [
        ("Normal", "1-0", "1. e4 e5", Finish(Ending.RESIGNATION, WHITE)),
        ("Normal", "1/2-1/2", "1. e4 e5", Finish(Ending.DRAW)),
        ("", "1-0", "1. e4 e5", Finish(Ending.UNKNOWN, WHITE)),
        ("adjudication", "0-1", "1. e4 e5", Finish(Ending.UNKNOWN, BLACK)),
        ("", "1/2-1/2", "1. e4 e5", Finish(Ending.DRAW)),
        ("Time forfeit", "0-1", "1. e4 e5", Finish(Ending.FLAG_FALL, BLACK)),
        ("time forfeit", "1/2-1/2", "1. e4 e5", Finish(Ending.FLAG_FALL)),
        ("White forfeits on time", "0-1", "1. e4 e5", Finish(Ending.FLAG_FALL, BLACK)),
        ("somebody won on time", "1-0", "1. e4 e5", Finish(Ending.FLAG_FALL, WHITE)),
        ("Black lost on time", "1-0", "1. e4 e5", Finish(Ending.FLAG_FALL, WHITE)),
        ("Game drawn by timeout vs insufficient material", "1/2-1/2", "1. e4", Finish(Ending.FLAG_FALL)),
        ("somebody won by resignation", "1-0", "1. e4 e5", Finish(Ending.RESIGNATION, WHITE)),
        ("somebody won - game abandoned", "1-0", "1. e4 e5", Finish(Ending.LEFT, WHITE)),
        ("Abandoned", "1-0", "1. e4", Finish(Ending.NO_START, WHITE)),
        ("Abandoned", "0-1", "", Finish(Ending.NO_START, BLACK)),
        ("Abandoned", "0-1", "1. e4", Finish(Ending.LEFT, BLACK)),
        ("Abandoned", "*", "1. e4", Finish(Ending.ABORTED)),
        ("Rules infraction", "1-0", "1. e4 e5", Finish(Ending.CHEATING, WHITE)),
        ("Insufficient material", "1/2-1/2", "1. e4 e5", Finish(Ending.CLAIM)),
        ("Unterminated", "*", "1. e4 e5", None),
        ("", "*", "1. e4 e5", None),
        ("", "*", MATE, Finish(Ending.MATE, BLACK)),
        ("Normal", "1-0", MATE, Finish(Ending.MATE, BLACK)),
        ("Time forfeit", "0-1", "1. e4 e5 {White left the game.}", Finish(Ending.LEFT, BLACK)),
        ("Time forfeit", "1/2-1/2", "1. e4 e5 {The game is a draw.}", Finish(Ending.LEFT)),
        ("Time forfeit", "1/2-1/2", "1. e4 e5 {Draw by time and insufficient material.}", Finish(Ending.FLAG_FALL)),
        ("Time forfeit", "0-1", "1. e4 e5 {Black wins on time.}", Finish(Ending.FLAG_FALL, BLACK)),
        ("Normal", "0-1", "1. e4 e5 {he should have won on time}", Finish(Ending.RESIGNATION, BLACK)),
        ("", "0-1", "1. e4 e5 {White resigns.}", Finish(Ending.RESIGNATION, BLACK)),
        ("", "0-1", "1. e4 e5 {Unruh: White resigns}", Finish(Ending.UNKNOWN, BLACK)),
        ("", "0-1", "1. e4 e5 {Cheat detected.}", Finish(Ending.CHEATING, BLACK)),
    ],
)
def test_how_it_ended(termination: str, result: str, moves: str, finish: Finish | None) -> None:
    assert game(f'[Result "{result}"]\n[Termination "{termination}"]\n\n{moves} {result}').finish == finish


def test_an_ending_behind_the_result() -> None:
    assert game('[Result "1-0"]\n\n1. e4 e5 1-0 {Black forfeits on time}').finish == Finish(Ending.FLAG_FALL, WHITE)


def test_stalemate_on_the_board() -> None:
    found = game('[FEN "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"]\n[Result "1-0"]\n\n*')
    assert found.finish == Finish(Ending.STALEMATE)


@pytest.mark.parametrize(
    ("words", "flagged"),
    [
        ("White forfeits on time", WHITE),
        ("Black lost on time", BLACK),
        ("White ran out of time and Black has no material to mate", WHITE),
        ("Time forfeit", None),
        ("somebody won on time", None),
    ],
)
def test_whose_flag_fell(words: str, flagged: chess.Color | None) -> None:
    assert game(f'[Result "1/2-1/2"]\n\n1. e4 e5 1/2-1/2 {{{words}}}\n').flagged == flagged or words == "Time forfeit"
    assert game(f'[Result "1/2-1/2"]\n[Termination "{words}"]\n\n1. e4 e5 1/2-1/2').flagged == flagged


@pytest.mark.parametrize(
    ("moves", "offers"),
    [
        ("1. e4 {White offers draw} e5", [OfferEvent(1, WHITE)]),
        ("1. e4 { [%clk 0:05:00] } { White offers draw } e5", [OfferEvent(1, WHITE)]),
        ("1. e4 {White offers draw [%clk 0:05:00]} e5", [OfferEvent(1, WHITE)]),
        ("1. e4 e5 {Black offers draw} 2. Nf3", [OfferEvent(2, BLACK)]),
        ("1. e4 {Black offers draw} e5", [OfferEvent(1, BLACK)]),
        ("1. e4 {(=)} e5", [OfferEvent(1, WHITE)]),
        ("1. e4 e5 (=) 2. Nf3", [OfferEvent(2, BLACK)]),
        ("1. e4 e5 {draw offer} 2. Nf3", [OfferEvent(2, BLACK)]),
        ("1. e4 e5 {A good move. Draw offer!} 2. Nf3", [OfferEvent(2, BLACK)]),
        ("1. e4 e5 {draw offer, declined} 2. Nf3", [OfferEvent(2, BLACK)]),
        ("1. e4 e5 {draw offer withdrawn} 2. Nf3", []),
        ("1. e4 {White offers draw} {Black declines draw} e5", [OfferEvent(1, WHITE), OfferEvent(1, BLACK, "decline")]),
        ("1. e4 e5 {declines the draw offer} 2. Nf3", []),
        ("1. e4 e5 {after the draw offer he lost his way} 2. Nf3", []),
        ("1. e4 e5 {a dead draw} 2. Nf3", []),
        ("1. e4 e5 {Unruh: White offers draw} 2. Nf3", []),
        ("1. e4 (1. d4 {White offers draw}) e5", []),
        ("{(=)} 1. e4 e5", []),
        ("1. e4 {White offers draw} e5 2. d4 {(=)} d5", [OfferEvent(1, WHITE), OfferEvent(3, WHITE)]),
    ],
)
def test_draw_offers(moves: str, offers: list[OfferEvent]) -> None:
    assert list(game(f"{moves} *").offers) == offers


def test_draw_offers_where_black_moves_first() -> None:
    start = '[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]'
    assert list(game(f"{start}\n\n1... e5 {{(=)}} 2. Nf3 *").offers) == [OfferEvent(1, BLACK)]

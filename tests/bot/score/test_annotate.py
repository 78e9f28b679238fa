"""The annotated PGN: valid, with the reasons, and the same game with the same score when it is read again."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest

from tests.bot.score.conftest import BROKEN, CHESS960, FLAG_DRAW, GOOD, RUNNING, SHORT_DRAW, TRADES, Run

Pgn = Callable[..., Path]


def comments(text: str) -> dict[int, str]:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert game.errors == []
    return {0: game.comment} | {node.ply(): node.comment for node in game.mainline()}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("game", [SHORT_DRAW, TRADES, RUNNING, FLAG_DRAW, CHESS960])
def test_python_chess_reads_it_again(run: Run, pgn: Pgn, game: str, lang: str) -> None:
    text = run(pgn(game), "--pgn", "--lang", lang).stdout
    before, after = (chess.pgn.read_game(io.StringIO(one)) for one in (game, text))
    assert before is not None
    assert after is not None
    assert after.errors == []
    assert list(after.mainline_moves()) == list(before.mainline_moves())
    assert after.headers["Result"] == before.headers["Result"]
    assert after.end().board().fen() == before.end().board().fen()


def test_scoring_it_again_changes_nothing(run: Run, pgn: Pgn) -> None:
    once = run(pgn(GOOD), "--pgn").stdout
    path = pgn(GOOD)
    reports = run(path, "--json").stdout
    path.write_text(once, encoding="utf-8")
    assert run(path, "--json").stdout == reports
    assert run(path, "--pgn").stdout == once


def test_a_comment_at_every_ply_where_the_score_changed(run: Run, pgn: Pgn) -> None:
    found = comments(run(pgn(TRADES), "--pgn", "--no-book").stdout)
    assert found[0] == (
        "Unruh: rules 2026.1, letter; book none, ply 0; C42 Petrov's Defense: Classical Attack, Mason Variation;"
        " drawn now 0.20 – 0.30"
    )
    assert found[1] == "[%clk 0:05:00]"
    assert found[2] == "Unruh: drawn now 0.21 – 0.31; -0.24 Short draw: only 1 of 25 moves since the book"
    assert "Pawns traded on e5/e4" in found[8]
    assert "(=)" in found[8]
    assert "stakes 0.60 – 0.40" in found[9]
    assert found[20].endswith("White wins: resignation; final score 0.85 – 0.00") or "final score" in found[20]


def test_names_and_comments_cannot_break_it(run: Run, pgn: Pgn) -> None:
    game = '[White "a \\"b\\" \\\\ {c} ]"]\n\n1. e4 {x \\} [y "z"] ( ;} e5 1-0\n'
    text = run(pgn(game), "--pgn").stdout
    assert comments(text)[1].startswith("x \\) [y")
    path = pgn(text)
    report = json.loads(run(path, "--json").stdout)
    assert report["white"]["name"] == 'a "b" \\ {c} ]'
    assert report["plies"] == 2


def test_broken_games_are_left_out_and_named(run: Run, pgn: Pgn) -> None:
    result = run(pgn(f"{BROKEN}\n{SHORT_DRAW}"), "--pgn")
    assert result.exit_code == 1
    assert "game 1: the move 1. e5 is not legal" in result.stderr
    assert result.stdout.count("[Event ") == 1


def test_the_final_score_stands_at_the_last_move(run: Run, pgn: Pgn) -> None:
    found = comments(run(pgn(FLAG_DRAW), "--pgn").stdout)
    last = found[max(found)]
    assert "Draw: flag fall, but Black has only a king" in last
    assert "final score" in last

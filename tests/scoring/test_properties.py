"""What holds for every game: mirrored colours, takebacks, live scores, bounds of the points, order of the ledger."""

from collections import Counter
from fractions import Fraction
from typing import Any

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Entry, Outcome, Report, Rules, replay, score
from scoring.rules import RULES
from tests.scoring.strategies import circumstances, games, rules

BASE = {chess.WHITE: 45, chess.BLACK: 55}
OTHER_SIDE = {"white": "black", "black": "white", "both": "both"}
OTHER_OUTCOME: dict[Outcome, Outcome] = {"draw": "draw", "white_wins": "black_wins", "black_wins": "white_wins"}
GAMES = settings(max_examples=300, deadline=None)

AnyGame = tuple[chess.Board, list[chess.Move]]


@GAMES
@given(games(), rules(), circumstances())
def test_mirrored_colours_mirror_the_report(game: AnyGame, rules: Rules, around: dict[str, Any]) -> None:
    start, moves = game
    mirrored_moves = [
        chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
        for move in moves
    ]
    report = score(replay(moves, start), rules, **around)
    around = around | {"declined": [not side for side in around["declined"]]}
    mirror = score(replay(mirrored_moves, start.mirror()), rules, **around)

    assert mirror.asymmetry == report.asymmetry
    assert (mirror.last_ply, mirror.dead) == (report.last_ply, report.dead)
    assert ledger(mirror.entries) == ledger(map(mirrored, report.entries))
    for side in chess.COLORS:
        assert mirror.stakes[not side] == report.stakes[side]
        for outcome, other in OTHER_OUTCOME.items():
            assert (
                mirror.outcomes[other].raw[not side] - BASE[not side] == report.outcomes[outcome].raw[side] - BASE[side]
            )


def mirrored(entry: Entry) -> Entry:
    squares = tuple(map(chess.square_mirror, entry.squares))
    return Entry(entry.rule, OTHER_SIDE[entry.side], entry.amount, entry.ply, entry.plies, squares, entry.values)  # type: ignore[arg-type]


def ledger(entries: Any) -> Counter[tuple[object, ...]]:
    """Entries in any order, with all that proves them."""
    return Counter((*entry[:-1], *sorted(entry.values.items())) for entry in entries)


@GAMES
@given(games(), rules(), circumstances(), st.data())
def test_cutting_back_and_replaying_changes_nothing(
    game: AnyGame, rules: Rules, around: dict[str, Any], data: st.DataObject
) -> None:
    start, moves = game
    ply = data.draw(st.integers(0, len(moves)), label="cut back to ply")
    board_asked_before, board_asked_between = data.draw(st.tuples(st.booleans(), st.booleans()), label="board asked")
    read = replay(moves, start)
    before = everything(score(read, rules, **around))
    if board_asked_before:
        assert len(read.board.move_stack) == len(moves)
    read.cut(ply)
    assert read.ply == ply
    assert everything(score(read, rules, **around)) == everything(score(replay(moves[:ply], start), rules, **around))
    if board_asked_between:
        assert len(read.board.move_stack) == ply
    for move in moves[ply:]:
        read.push(move)
    assert everything(score(read, rules, **around)) == before
    assert [read.board.move_stack, read.board.root().fen()] == [moves, start.fen()]


@GAMES
@given(games(), rules(), circumstances(), st.data())
def test_live_at_a_ply_is_the_report_of_the_game_cut_there(
    game: AnyGame, rules: Rules, around: dict[str, Any], data: st.DataObject
) -> None:
    start, moves = game
    ply = data.draw(st.integers(0, len(moves)), label="ply")
    live = score(replay(moves, start), rules, **around, ply=ply)
    assert everything(live) == everything(score(replay(moves[:ply], start), rules, **around))


def everything(report: Report) -> tuple[object, ...]:
    """A report with what it works out only when asked."""
    points = [dict(outcome.points) for outcome in report.outcomes.values()]
    return report, report.running, report.leader, points


@GAMES
@given(games(), rules(), circumstances())
def test_points_are_shares_of_one_point(game: AnyGame, rules: Rules, around: dict[str, Any]) -> None:
    start, moves = game
    report = score(replay(moves, start), rules, **around)
    for outcome in report.outcomes.values():
        raw, points = outcome.raw, outcome.points
        assert all(isinstance(each, Fraction) and 0 <= each <= 1 for each in points.values())
        assert sum(points.values()) <= 1
        entries = report.entries + outcome.entries
        for side, name in ((chess.WHITE, "white"), (chess.BLACK, "black")):
            assert raw[side] == BASE[side] + sum(entry.amount for entry in entries if entry.side in (name, "both"))
            assert points[side] * max(100, sum(max(0, each) for each in raw.values())) == max(0, raw[side])


@GAMES
@given(games(), rules(), circumstances())
def test_the_ledger_is_in_order_and_without_zeros(game: AnyGame, rules: Rules, around: dict[str, Any]) -> None:
    start, moves = game
    report = score(replay(moves, start), rules, **around)
    codes = list(dict.fromkeys(rule.code for rule in RULES))
    for entries in (report.entries, *(outcome.entries for outcome in report.outcomes.values())):
        places = [(codes.index(entry.rule), entry.ply, entry.side == "black") for entry in entries]
        assert places == sorted(places)
        assert all(entry.amount and max(entry.plies) <= report.last_ply for entry in entries)

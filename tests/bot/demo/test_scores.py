"""The demo's games show the rules that they are there to show."""

import chess
import pytest

from bot.demo.games import load_games
from bot.lichess.simulator import Kind
from scoring import Report, Rules, replay, score

GAMES = {demo.name: demo.game for demo in load_games()}
BOOK_PLY = 8
"""About what an opening book knows of club games."""


def report(name: str) -> Report:
    game = GAMES[name]
    state = game.states[-1]
    moves = [chess.Move.from_uci(position.uci) for position in state.positions[1:]]
    declined = [not event.side for event in game.events if event.kind is Kind.DRAW_DECLINE]
    return score(replay(moves), Rules(), book_ply=BOOK_PLY, declined=declined)


def entries(name: str, rule: str) -> list[tuple[str, int, int]]:
    """Side, ply and amount of the entries of a rule."""
    return [(entry.side, entry.ply, entry.amount) for entry in report(name).entries if entry.rule == rule]


def test_a_lasting_sacrifice_earns_credit() -> None:
    assert entries("lasting_sacrifice", "sacrifice") == [("black", 47, 12)]
    assert ("white", 54, 20) in entries("flag_fall_won", "sacrifice")


def test_late_castling_and_kings_in_the_centre() -> None:
    assert sorted(entries("late_castling", "late_castling")) == [("black", 40, 10), ("white", 41, 12)]
    assert sorted(entries("kings_in_the_centre", "late_castling")) == [("black", 55, 20), ("white", 55, 20)]


def test_trades_with_and_without_penalty() -> None:
    assert entries("trades", "queen_trade") == [("both", 14, -10)]
    assert {amount for _, _, amount in entries("trades", "minor_trade")} == {-2, -5}
    assert len(entries("trades", "pawn_trade")) == 3
    # The bishops of plies 33 and 34 are traded, too, but the trade raises the asymmetry.
    assert [ply for _, ply, _ in entries("kings_in_the_centre", "minor_trade")] == [30]


def test_a_short_draw_costs_both_sides() -> None:
    raw = report("short_draw").outcomes["draw"].raw
    assert (raw[chess.WHITE], raw[chess.BLACK]) == (24, 34)


@pytest.mark.parametrize(("name", "stakes"), [("declined_draw", (60, 40)), ("trades", (50, 50))])
def test_a_declined_offer_moves_part_of_the_stake(name: str, stakes: tuple[int, int]) -> None:
    assert (report(name).stakes[chess.WHITE], report(name).stakes[chess.BLACK]) == stakes

"""The examples show what they are there to show: by the judge of records, and by the follower."""

from itertools import product
from typing import get_args

import pytest

from bot.rehearse.examples import LEAD_PLIES, example_games, examples
from bot.score.judge import judge
from overlay.shown.views import game_state
from overlay.state import Entry, GameState
from scoring import Ending, Rules, replay, score
from scoring.options import FlagFall, PawnTradeEqual, Preset
from scoring.rules import RULES

CODES = tuple(dict.fromkeys(rule.code for rule in RULES))
FLAG_FALL_DRAW = "flag_fall_draw"
EVERY_READING = [
    Rules(preset, flag_fall=flag_fall, pawn_trade_equal=equal)
    for preset, flag_fall, equal in product(get_args(Preset), get_args(FlagFall), get_args(PawnTradeEqual))
]
LATE_PLIES, SEEN_PLIES = 3, 5
"""How late a spectator sees it, and how long he can look at it before the game ends."""
BOOK_PLY = 6
"""About what a book knows of such games."""


def test_there_is_one_for_every_rule_and_for_a_flag_fall_draw() -> None:
    assert tuple(examples()) == (*CODES, FLAG_FALL_DRAW)


@pytest.mark.parametrize("rule", [code for code in CODES if examples()[code].strikes])
def test_the_entry_comes_with_its_ply_and_is_the_only_one(rule: str) -> None:
    example = examples()[rule]
    assert example.strikes
    played = replay(example.record.moves)
    for rules, book_ply in product(EVERY_READING, (0, BOOK_PLY)):
        before = score(played, rules, ply=example.enter_ply, book_ply=book_ply)
        after = score(played, rules, ply=example.strikes, book_ply=book_ply)
        assert (before.entries, {entry.rule for entry in after.entries}) == ((), {rule})
    assert len(example.record.moves) >= example.strikes + LATE_PLIES + SEEN_PLIES
    assert example.strikes - example.enter_ply <= LEAD_PLIES


@pytest.mark.parametrize("rule", [code for code in CODES if not examples()[code].strikes])
def test_the_entry_comes_with_the_end(rule: str) -> None:
    record = examples()[rule].record
    for rules in EVERY_READING:
        judged = judge(record, rules)
        assert judged.report.entries == ()
        assert judged.outcome
        assert rule in {entry.rule for entry in judged.outcome.entries}
    outcome = judge(record, Rules()).outcome
    assert outcome
    assert {entry.rule for entry in outcome.entries} == {rule}


def test_the_transfer_is_that_of_a_declined_offer() -> None:
    judged = judge(examples()["transfer"].record, Rules())
    assert judged.outcome
    assert [(entry.side, entry.amount) for entry in judged.outcome.entries] == [("white", -60), ("black", 60)]


def test_a_flag_falls_and_nobody_wins() -> None:
    for rules in EVERY_READING:
        decision = judge(examples()[FLAG_FALL_DRAW].record, rules).decision
        assert decision
        assert (decision.outcome, decision.ending, decision.overruled) == ("draw", Ending.FLAG_FALL, False)


@pytest.mark.parametrize("rules", [Rules(), Rules("spirit", flag_fall="fide"), Rules(flag_fall="server")], ids=str)
def test_followed_games_stand_where_the_rule_has_just_struck(rules: Rules) -> None:
    games = example_games(rules)
    assert list(games) == list(examples())
    assert len({game.id for game in games.values()}) == len(games)
    for rule, game in games.items():
        state, example = game_state(game), examples()[rule]
        assert (state.white.name, state.black.name) == ("Amsel", "Birke")
        assert state.clocks.white_ms is not None
        assert not state.status.provisional
        if example.strikes:
            assert (state.status.lifecycle, state.ply) == ("live", example.strikes)
            assert [entry.rule for entry in state.entries] == [rule]
        else:
            assert state.result
            assert (state.status.lifecycle, state.result.server) == ("settled", None)
            assert rule in {entry.rule for entry in _entries_of(state)} | {FLAG_FALL_DRAW}
    flag = game_state(games[FLAG_FALL_DRAW])
    assert flag.result
    assert (flag.result.ending, flag.result.outcome, flag.result.flagged) == (Ending.FLAG_FALL, "draw", "white")
    assert flag.clocks.white_ms == 0


def _entries_of(state: GameState) -> tuple[Entry, ...]:
    assert state.result
    assert state.result.outcome != "void"
    entries: tuple[Entry, ...] = getattr(state.outcome_entries, state.result.outcome)
    return entries

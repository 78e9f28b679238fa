"""The rule options: presets, what overrides them, and what does not exist."""

from typing import Any

import pytest

from scoring import Rules, RulesError

READINGS = ("pieces_left", "pawn_credit", "uncastled_bonus", "pawn_trade_equal")


@pytest.mark.parametrize(
    ("given", "readings"),
    [
        ({}, ("printed", "each", "always", "penalise")),
        ({"preset": "letter"}, ("printed", "each", "always", "penalise")),
        ({"preset": "spirit"}, ("mirrored", "once", "with_rights", "penalise")),
        ({"preset": "spirit", "pieces_left": "printed"}, ("printed", "once", "with_rights", "penalise")),
        ({"preset": "spirit", "pawn_credit": "each"}, ("mirrored", "each", "with_rights", "penalise")),
        ({"preset": "spirit", "uncastled_bonus": "always"}, ("mirrored", "once", "always", "penalise")),
        ({"pawn_credit": "once", "pawn_trade_equal": "ignore"}, ("printed", "once", "always", "ignore")),
    ],
    ids=str,
)
def test_presets_and_single_options(given: dict[str, Any], readings: tuple[str, ...]) -> None:
    options = Rules(**given).as_dict()
    assert tuple(options[name] for name in READINGS) == readings


def test_other_defaults() -> None:
    rules = Rules()
    assert (rules.flag_fall, rules.book_lookahead, rules.preset) == ("chessmail", 8, "letter")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("preset", "sprit"),
        ("preset", ""),
        ("pawn_trade_equal", "penalize"),
        ("pawn_trade_equal", ""),
        ("pieces_left", "print"),
        ("pieces_left", ""),
        ("uncastled_bonus", "never"),
        ("uncastled_bonus", False),
        ("pawn_credit", "twice"),
        ("pawn_credit", 0),
        ("flag_fall", "fifa"),
        ("book_lookahead", 0),
        ("book_lookahead", -8),
        ("book_lookahead", "8"),
        ("book_lookahead", True),
        ("book_min_games", 0),
        ("book_min_games", 1.5),
    ],
)
def test_a_value_that_does_not_exist_is_an_error_that_names_the_option(option: str, value: object) -> None:
    given: dict[str, Any] = {option: value}
    with pytest.raises(RulesError, match=option):
        Rules(**given)


def test_an_error_names_what_is_allowed() -> None:
    given: dict[str, Any] = {"pieces_left": "mirored"}
    with pytest.raises(RulesError, match=r"mirored.*printed.*mirrored"):
        Rules(**given)


def test_rules_do_not_change() -> None:
    rules: Any = Rules()
    with pytest.raises(AttributeError):
        rules.pawn_credit = "once"
    assert rules == Rules("letter")
    assert rules != Rules("spirit")

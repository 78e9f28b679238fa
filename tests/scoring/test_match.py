"""Matches to an absolute majority of the points (RULES 11)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import MatchGame, MatchState, match_state
from scoring.match import DrawHelp, Need, replaced
from scoring.report import OUTCOMES, Outcome

F = Fraction


def games(*points: tuple[str, str], outcome: Outcome = "draw") -> list[MatchGame]:
    return [MatchGame((F(first), F(second)), outcome, first_is_white=True) for first, second in points]


def test_exactly_the_target_wins() -> None:
    state = match_state(games(*[("1", "0")] * 7, ("0.01", "0.5")))
    assert (state.winner, state.over, state.points[0], state.target) == (0, True, F("7.01"), F("7.01"))


def test_just_below_the_target_does_not() -> None:
    state = match_state(games(*[("1", "0")] * 7))
    assert (state.winner, state.both_lost, state.over, state.games_left) == (None, False, False, 7)


def test_seven_points_after_fourteen_games_win_nothing() -> None:
    state = match_state(games(*[("0.5", "0.5")] * 14))
    assert (state.winner, state.both_lost, state.over) == (None, True, True)
    assert state.points == (F(7), F(7))
    assert (state.won_after, state.lost_after) == (None, 14)


def test_games_after_the_decision_do_not_count() -> None:
    state = match_state(games(*[("0.8", "0.1")] * 9, ("0", "1")))
    assert (state.winner, state.points, state.games_left) == (0, (F("7.2"), F("0.9")), 5)
    assert (state.won_after, state.lost_after) == (9, None)


def test_both_have_lost_as_soon_as_neither_can_reach_the_target() -> None:
    eleven = match_state(games(*[("0.37", "0.3")] * 11))  # 4.07 + 3 can still be 7.01
    assert not eleven.both_lost
    twelve = match_state(games(*[("0.37", "0.3")] * 12))  # 4.44 + 2 cannot
    assert twelve.both_lost
    assert twelve.lost_after == 12
    assert match_state(games(*[("0.37", "0.3")] * 14)).lost_after == 12
    assert not twelve.over
    assert twelve.prize is None


def test_one_who_can_still_reach_it_keeps_the_match_open() -> None:
    state = match_state(games(*[("0.5", "0.1")] * 12, ("0.02", "0")))
    assert state.points[0] + state.games_left == F("7.02")
    assert not state.both_lost


def test_the_last_game_decides() -> None:
    state = match_state(games(*[("0.47", "0.45")] * 13, ("0.9", "0")))
    assert (state.winner, state.games_left, state.won_after, state.over) == (0, 0, 14, True)


def test_the_second_player_may_win_it() -> None:
    state = match_state([MatchGame((F("0.01"), F("0.9")), "white_wins", first_is_white=False)] * 8)
    assert (state.winner, state.won_after, state.classical) == (1, 8, (F(0), F(8)))


def test_sums_limited_to_a_whole_point() -> None:
    """Raw 70 and 90 are 7/16 and 9/16: thirteen games of it are more than 7.01, and no rounding helps or hurts."""
    state = match_state([MatchGame((F(70, 160), F(90, 160)), "draw", first_is_white=True)] * 14)
    assert (state.winner, state.won_after, state.points) == (1, 13, (F(91, 16), F(117, 16)))


def series(white: int, draws: int, black: int) -> list[Outcome]:
    wins: list[Outcome] = ["white_wins"]
    losses: list[Outcome] = ["black_wins"]
    level: list[Outcome] = ["draw"]
    return wins * white + level * draws + losses * black


PRIZES = [
    (series(8, 0, 6), (F(1), F(0))),
    (series(6, 0, 8), (F(0), F(1))),
    (series(7, 0, 7), (F(1, 2), F(1, 2))),
    (series(0, 14, 0), (F(1, 2), F(1, 2))),
]


@pytest.mark.parametrize(("outcomes", "prize"), PRIZES)
def test_the_prize_goes_by_the_classical_score(outcomes: list[Outcome], prize: tuple[Fraction, Fraction]) -> None:
    state = match_state([MatchGame((F("0.3"), F("0.3")), outcome, first_is_white=True) for outcome in outcomes])
    assert state.both_lost
    assert state.prize == prize


def test_colours_are_those_of_the_game() -> None:
    state = match_state([MatchGame((F("0.1"), F("0.9")), "white_wins", first_is_white=False)])
    assert state.classical == (F(0), F(1))


def test_a_match_of_another_length() -> None:
    assert match_state([], 1).target == F("0.51")
    assert isinstance(match_state([], 3), MatchState)


NEEDS = {
    # points of the first player in so many games: what it needs from the rest of 14
    "before the first game": ([], Need(F("7.01"), F("7.01") / 14, 8)),
    "3.42 from 5 games": (["0.51"] * 4 + ["0.31"] * 5, Need(F("3.42"), F("0.684"), 4)),
    "a whole point from each game that is left": (["0.501"] * 10 + ["0"] * 2, Need(F("2"), F(1), 2)),
    "a hundredth more than is left": (["0.5"] * 10 + ["0"] * 2, Need(F("2.01"), None, None)),
    "a thousandth of the last point": (["0.5"] * 12 + ["0.011"], Need(F("0.999"), F("0.999"), 1)),
    "exactly a whole number of games": (["0.501"] * 10, Need(F("2"), F("0.5"), 2)),
    "seven points": (["1"] * 7, Need(F("0.01"), F("0.01") / 7, 1)),
    "a third of a hundredth below": (["1"] * 7 + [str(F(2, 300))], Need(F(1, 300), F(1, 1800), 1)),
    "exactly the target": (["1"] * 7 + ["0.01"], Need(F(0), F(0), 0)),
    "more than the target": (["0.9"] * 8, Need(F(0), F(0), 0)),
    "all games played": (["0.5"] * 14, Need(F("0.01"), None, None)),
}


@pytest.mark.parametrize(("points", "need"), NEEDS.values(), ids=NEEDS)
def test_what_a_player_still_needs(points: list[str], need: Need) -> None:
    state = match_state(games(*((mine, "0") for mine in points)))
    assert state.needs[0] == need
    assert need.reachable == (state.points[0] + state.games_left >= state.target)


DRAWS: dict[str, tuple[list[str], DrawHelp, DrawHelp]] = {
    # points of the first player in so many games: whether a draw with White, with Black does
    "exactly a bare draw with White": (["0.82"] * 8, "enough", "enough"),
    "a hundredth more": (["0.82"] * 7 + ["0.81"], "with_credits", "enough"),
    "exactly a bare draw with Black": (["0.76"] * 8 + ["0.38"], "with_credits", "enough"),
    "a little more than a bare draw with Black": (["0.8"] * 8 + ["0.0599"], "with_credits", "with_credits"),
    "a whole point": (["0.601"] * 10, "with_credits", "with_credits"),
    "more than a whole point": (["0.6009"] * 10, "never", "never"),
    "not enough games": (["0.43"] * 14, "never", "never"),
    "won already": (["0.9"] * 8, "enough", "enough"),
}


@pytest.mark.parametrize(("points", "white", "black"), DRAWS.values(), ids=DRAWS)
def test_whether_a_draw_suffices(points: list[str], white: DrawHelp, black: DrawHelp) -> None:
    need = match_state(games(*((mine, "0") for mine in points))).needs[0]
    assert (need.draw(white=True), need.draw(white=False)) == (white, black)


def test_a_draw_is_of_no_use_to_who_has_lost() -> None:
    assert match_state(games(*[("0.8", "0.75")] * 9)).needs[1].draw(white=True) == "never"


def test_what_is_needed_from_each_game_is_enough() -> None:
    state = match_state(games(*[("0.37", "0.3")] * 9))
    per_game = state.needs[0].per_game
    assert per_game is not None
    rest = match_state(games(*[("0.37", "0.3")] * 9, *[(str(per_game), "0")] * 5))
    assert (rest.winner, rest.points[0]) == (0, rest.target)


def test_who_has_lost_the_match_needs_nothing_any_more() -> None:
    """There would be games enough, but the match has ended."""
    won = match_state(games(*[("0.9", "0.1")] * 8))
    assert won.needs[1] == Need(F("6.21"), None, None)
    assert not won.both_lost


def test_both_lost_means_that_neither_can_reach_it() -> None:
    state = match_state(games(*[("0.37", "0.3")] * 12))
    assert [need.reachable for need in state.needs] == [False, False]


@pytest.mark.parametrize(
    ("reserves", "playing"),
    [(["c", "d", "e"], ["c", "d"]), (["c"], ["c", "b"]), ([], ["a", "b"])],
)
def test_both_are_replaced_as_far_as_there_are_reserves(reserves: list[str], playing: list[str]) -> None:
    assert replaced(["a", "b"], reserves) == playing


amounts = st.integers(0, 220)


@st.composite
def match_games(draw: st.DrawFn) -> MatchGame:
    """A game whose points were limited to a whole one together, as in RULES 8."""
    first, second = draw(amounts), draw(amounts)
    whole = max(100, first + second)
    return MatchGame((F(first, whole), F(second, whole)), draw(st.sampled_from(OUTCOMES)), draw(st.booleans()))


@given(st.lists(match_games(), max_size=20), st.integers(1, 16))
def test_the_branches_of_a_match(games: list[MatchGame], length: int) -> None:
    """Game after game, by the words of the rules."""
    state = match_state(games, length)
    counting, target = games[:length], F(length, 2) + F("0.01")
    sums = [(F(0), F(0))]
    for game in counting:
        sums.append((sums[-1][0] + game.points[0], sums[-1][1] + game.points[1]))
    won = next((number for number, both in enumerate(sums) if max(both) >= target), None)
    lost = next((number for number, both in enumerate(sums) if max(both) + length - number < target), None)
    last = len(counting) if won is None else won
    assert (state.won_after, state.lost_after) == (won, lost)
    assert (state.points, state.games_left, state.target) == (sums[last], length - last, target)
    assert state.over == (won is not None or last == length)
    assert sum(state.classical) == last
    assert min(state.points) < target
    assert (state.prize is not None) == (state.over and state.both_lost)
    if state.over:
        assert state.both_lost == (state.winner is None)
    if state.prize:
        assert sum(state.prize) == 1


@given(st.lists(match_games(), max_size=13))
def test_nothing_less_than_what_is_needed_does(games: list[MatchGame]) -> None:
    state = match_state(games)
    for player, need in enumerate(state.needs):
        if need.per_game is None or need.fewest_games is None or state.over:
            continue
        assert state.points[player] + need.per_game * state.games_left == state.target
        assert state.points[player] + need.fewest_games >= state.target
        assert state.points[player] + need.fewest_games - 1 < state.target

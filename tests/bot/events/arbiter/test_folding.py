"""Properties of any corrections, the swing, two arbiters, and a server that changes what was corrected."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.events.arbiter import (
    Act,
    AddOffer,
    ArbiterError,
    Conflict,
    Correction,
    Exclude,
    Include,
    Line,
    MergeNames,
    PlaceGame,
    RuleFlagFall,
    SetPoints,
    SetResult,
    Shift,
    StaleError,
    StrikeOffer,
    Undo,
    applied,
    conflicts,
    corrected,
    folded,
    make_correction,
    scored,
    swing,
)
from bot.events.model import Entrant, Event, EventGame, Setup
from scoring import Rules
from scoring.match import CLASSICAL
from scoring.standings import Total, standings
from tests.bot.events.arbiter.samples import FACTS, IDS, MOVES, add, fact, made, record

F = Fraction
SETUP = Setup("club", "Club evening", "round_robin", Rules())

ids = st.sampled_from(IDS)
sides = st.sampled_from(["white", "black"])
kinds = st.sampled_from(["offer", "decline", "withdraw"])
names = st.sampled_from(["Amsel", "amsel2000", "Drossel", "Fink", "Star", "Meise"])
shares = st.fractions(0, 1, max_denominator=6)
results = st.sampled_from([("draw", "draw"), ("white_wins", "left"), ("black_wins", "cheating"), ("void", "aborted")])
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(lambda game, result: SetResult(game, *result), ids, results),
    st.builds(RuleFlagFall, ids, st.sampled_from(["win", "draw"])),
    st.builds(AddOffer, ids, st.integers(0, 18), sides, kinds),
    st.builds(StrikeOffer, st.just("drawn001"), st.sampled_from([7, 16]), sides),
    st.builds(SetPoints, ids, shares, shares),
    st.builds(Exclude, ids),
    st.builds(Include, ids),
    st.builds(MergeNames, names, names),
    st.builds(PlaceGame, ids, st.none() | st.integers(1, 9), st.none() | st.integers(1, 9)),
    st.builds(Undo, st.integers(1, 8)),
)


def allowed(wanted: Iterable[Act]) -> tuple[Correction, ...]:
    """The corrections that an arbiter gets through of those that are tried."""
    corrections: tuple[Correction, ...] = ()
    for act in wanted:
        try:
            corrections = add(corrections, act)
        except ArbiterError:
            continue
    return corrections


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=12))
def test_any_corrections(wanted: list[Act]) -> None:
    corrections = allowed(wanted)
    done = folded(FACTS, corrections)
    assert done.idle == {}
    assert applied(FACTS, corrections) == done.games
    assert [game.id for game in done.games] == IDS
    for game, was in zip(done.games, FACTS, strict=True):
        assert game.corrected == (replace(game, corrected=False) != was)
        assert game.points is None or (sum(game.points) <= 1 and min(game.points) >= 0)
        assert (game.points is None) == (game.outcome in (None, "void"))
    for number, correction in enumerate(corrections):
        before = {game.id: scored(game) for game in applied(FACTS, corrections[:number])}
        after = {game.id: scored(game) for game in applied(FACTS, corrections[: number + 1])}
        changed = {game_id for game_id in IDS if before[game_id] != after[game_id]}
        assert {before[game_id] for game_id in changed} <= {correction.before}
        assert {after[game_id] for game_id in changed} <= {correction.after}


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=8), acts)
def test_an_undo_gives_exactly_the_state_before(wanted: list[Act], act: Act) -> None:
    corrections = allowed(wanted)
    try:
        more = add(corrections, act)
    except ArbiterError:
        return
    back = add(more, Undo(more[-1].number))
    assert applied(FACTS, back) == applied(FACTS, corrections)
    assert applied(FACTS, add(back, Undo(back[-1].number))) == applied(FACTS, more)


@given(st.randoms(use_true_random=False))
def test_merging_again_changes_nothing_and_the_order_of_merges_does_not_matter(shuffle: random.Random) -> None:
    merges = [MergeNames("amsel2000", "Amsel"), MergeNames("Amsel", "Blackbird"), MergeNames("Fink", "Finch")]
    expected = applied(FACTS, made(*merges))
    shuffle.shuffle(merges)
    once = made(*merges)
    assert applied(FACTS, once) == expected
    assert applied(FACTS, add(once, merges[0])) == expected


def table(event: Event) -> list[Line]:
    """The plainest table."""
    totals: dict[str, Total] = {}
    for game in event.games:
        if game.points is None or game.outcome is None or game.outcome == "void":
            continue
        for name, points, classical in zip((game.white, game.black), game.points, CLASSICAL[game.outcome], strict=True):
            totals[name] = totals.get(name, Total()) + Total(points, classical, 1)
    return [Line(row.player, row.place, row.total.points) for row in standings(totals)]


def shifts(*acts_made: Act) -> tuple[Shift, ...]:
    corrections = made(*acts_made)
    return swing(SETUP, FACTS, corrections[:-1], corrections[-1], table)


def test_the_swing_names_whose_points_and_places_change() -> None:
    assert shifts(SetPoints("won00001", F(0), F(1))) == (
        Shift("Amsel", Line("Amsel", 1, F(19, 10)), Line("Amsel", 1, F(1))),
        Shift("Drossel", Line("Drossel", 5, F(0)), Line("Drossel", 2, F(1))),
        Shift("amsel2000", Line("amsel2000", 2, F(9, 10)), Line("amsel2000", 3, F(9, 10))),
        Shift("Star", Line("Star", 3, F(13, 50)), Line("Star", 4, F(13, 50))),
        Shift("Fink", Line("Fink", 4, F(4, 25)), Line("Fink", 5, F(4, 25))),
    )
    assert shifts(SetPoints("won00001", F(8, 10), F(0))) == (
        Shift("Amsel", Line("Amsel", 1, F(19, 10)), Line("Amsel", 1, F(18, 10))),
    )


def test_the_swing_of_names_and_of_nothing() -> None:
    merged = {shift.player: shift for shift in shifts(MergeNames("amsel2000", "Amsel"))}
    assert merged["amsel2000"].after is None
    assert merged["Amsel"].before is not None
    assert merged["Amsel"].after is not None
    assert merged["Amsel"].after.points - merged["Amsel"].before.points == F(9, 10)
    assert shifts(PlaceGame("won00001", 5)) == ()
    assert {shift.player for shift in shifts(Exclude("won00001"), Undo(1))} >= {"Amsel", "Drossel"}


def test_who_has_had_two_names_is_an_entrant_once() -> None:
    star, old, new = Entrant("Star"), Entrant("amsel2000", rating=2100), Entrant("AMSEL", "FM", team="Blue")
    merge = made(MergeNames("amsel2000", "Amsel"))
    for entrants, expected in [
        ((star, old, new), (star, new)),
        ((new, star, old), (new, star)),
        ((star, old), (star, Entrant("Amsel", rating=2100))),
        ((star, new), (star, new)),
    ]:
        event = Event(replace(SETUP, entrants=entrants, reserves=("Meise", "Amsel2000", "Amsel")), FACTS)
        after = corrected(event, merge)
        assert after.setup.entrants == expected
        assert after.setup.reserves == ("Meise", "Amsel")
        assert after.games == applied(FACTS, merge)
        assert corrected(event, add(merge, Undo(1))) == event


def test_two_arbiters_at_once() -> None:
    first = add((), SetResult("won00001", "draw", "draw"), who="Anna", why="the sheets say so")
    with pytest.raises(StaleError) as caught:
        make_correction("club", FACTS, first, Exclude("won00001"), who="Bert", why="x", at_ms=2, expected_number=0)
    assert str(caught.value) == (
        "meanwhile another correction was made, look at it and confirm again: "
        "Anna: result of won00001: Draw (agreed) (the sheets say so)"
    )
    seen = make_correction("club", FACTS, first, Exclude("won00001"), who="Bert", why="x", at_ms=2, expected_number=1)
    assert (seen.number, seen.before, seen.fact) == (2, first[0].after, first[0].fact)
    with pytest.raises(StaleError, match="there is no correction 7"):
        make_correction("club", FACTS, first, Exclude("won00001"), who="Bert", why="x", at_ms=2, expected_number=7)


def changed(*new: EventGame) -> Sequence[EventGame]:
    """The facts after the server has changed some."""
    by_id = {game.id: game for game in new}
    return [by_id.get(game.id, game) for game in FACTS]


def test_a_result_that_the_server_changes_stays_corrected_and_is_listed() -> None:
    corrections = made(SetResult("won00001", "draw", "draw"), PlaceGame("won00001", 4))
    other = fact("won00001", record("Amsel", "Drossel", "0-1"), 1, (1, 1))
    now = changed(other)
    assert applied(now, corrections)[0].outcome == "draw"
    assert conflicts(FACTS, corrections) == ()
    assert conflicts(now, corrections) == (Conflict(corrections[0], scored(FACTS[0]), scored(other)),)
    seen = add(corrections, SetResult("won00001", "draw", "draw"), now, why="the server is wrong again")
    assert conflicts(now, seen) == ()
    assert conflicts(now, add(corrections, Undo(1), now)) == ()


def test_what_has_nothing_to_act_on_any_more_is_listed_and_loses_nothing() -> None:
    corrections = made(
        RuleFlagFall("flag0001", "draw"), AddOffer("drawn001", 17, "white"), SetPoints("won00001", F(1), F(0))
    )
    short = fact("drawn001", record("Fink", "Star", "1/2-1/2", MOVES[:30].rpartition(" ")[0]), 2, (1, 2))
    normal = fact("flag0001", record("Star", "Amsel", "0-1"), 3, (2, 1))
    now = changed(short, normal)
    assert applied(now, corrections)[1:3] == (short, normal)
    assert [conflict.reason for conflict in conflicts(now, corrections)] == [
        "no flag fell in the game flag0001",
        "the game drawn001 has only 6 plies",
    ]
    assert applied(FACTS, corrections)[0].points == (F(1), F(0))


def test_a_game_that_was_excluded_while_it_ran_is_no_conflict_when_it_ends() -> None:
    corrections = made(Exclude("running1"))
    over = fact("running1", record("Drossel", "Fink", "1-0"), 4)
    assert conflicts(changed(over), corrections) == ()
    assert applied(changed(over), corrections)[3].counts is False

"""Every act, what it changes, and what is refused: tables."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.events.arbiter import (
    Act,
    AddOffer,
    ArbiterError,
    Exclude,
    Include,
    MergeNames,
    PlaceGame,
    RuleFlagFall,
    Scored,
    SetPoints,
    SetResult,
    StrikeOffer,
    Undo,
    act_text,
    applied,
    scored,
)
from bot.events.model import EventGame
from bot.score.record import report_on
from bot.store import StoredReport
from tests.bot.events.arbiter.samples import BOOK, FACTS, RULES, add, made

F = Fraction
BY_ID = {game.id: game for game in FACTS}


def after(*acts: Act) -> dict[str, EventGame]:
    return {game.id: game for game in applied(FACTS, made(*acts))}


def points_if(game_id: str, outcome: str) -> tuple[Fraction, Fraction]:
    """What the report of a game says of an outcome."""
    points = json.loads(BY_ID[game_id].report)["outcomes"][outcome]["points"]
    return F(points["white"]["exact"]), F(points["black"]["exact"])


RESULTS = [
    (SetResult("won00001", "draw", "draw"), Scored("draw", "draw", points_if("won00001", "draw"))),
    (SetResult("won00001", "black_wins", "left"), Scored("black_wins", "left", points_if("won00001", "black_wins"))),
    (SetResult("won00001", "void", "aborted"), Scored("void", "aborted", None)),
    (SetResult("running1", "void", "no_start"), Scored("void", "no_start", None)),
    (RuleFlagFall("flag0001", "draw"), Scored("draw", "flag_fall", points_if("flag0001", "draw"))),
    (RuleFlagFall("flag0001", "win"), Scored("black_wins", "flag_fall", points_if("flag0001", "black_wins"))),
    (SetPoints("drawn001", F(1, 3), F(2, 3)), Scored("draw", "draw", (F(1, 3), F(2, 3)))),
    (SetPoints("drawn001", F(0), F(0)), Scored("draw", "draw", (F(0), F(0)))),
    (Exclude("won00001"), Scored("void", "unknown", None)),
    (Exclude("running1"), Scored("void", "", None)),
]


@pytest.mark.parametrize(("act", "expected"), RESULTS)
def test_what_an_act_makes_of_a_game(act: Any, expected: Scored) -> None:
    (correction,) = made(act)
    game = after(act)[act.game_id]
    assert scored(game) == expected == correction.after
    assert correction.before == correction.fact == scored(BY_ID[act.game_id])
    assert game.corrected == (expected != correction.fact)
    others = [other for other in applied(FACTS, [correction]) if other.id != act.game_id]
    assert others == [fact for fact in FACTS if fact.id != act.game_id]


def test_the_report_tells_the_corrected_result() -> None:
    line = json.loads(after(SetResult("won00001", "draw", "draw"))["won00001"].report)
    assert (line["result"], line["decision"]["ending"], line["record"]["result"]) == ("1/2-1/2", "draw", "1-0")
    assert line["decision"]["overruled"]


OFFERS = [
    (AddOffer("drawn001", 3, "white"), [(3, "white"), (7, "white"), (16, "black")]),
    (AddOffer("drawn001", 7, "black", "decline"), [(7, "white"), (7, "black"), (16, "black")]),
    (AddOffer("drawn001", 0, "black"), [(0, "black"), (7, "white"), (16, "black")]),
    (StrikeOffer("drawn001", 7, "white"), [(16, "black")]),
    (StrikeOffer("drawn001", 16, "black"), [(7, "white")]),
]


@pytest.mark.parametrize(("act", "talk"), OFFERS)
def test_an_offer_judges_the_game_anew_as_its_record_then_says(act: Any, talk: list[tuple[int, str]]) -> None:
    game = after(act)["drawn001"]
    line = json.loads(game.report)
    assert [(offer["ply"], offer["side"]) for offer in line["offers"]] == talk
    assert report_on("drawn001", game.record, RULES, BOOK) == StoredReport(
        game.rules_version, json.dumps(RULES.as_dict(), separators=(",", ":")), game.record, game.report
    )
    assert game.corrected
    assert "[%clk 0:03:00]" in game.record
    assert "A fine trade" in game.record


def test_an_offer_moves_the_points_of_a_win() -> None:
    game = after(AddOffer("won00001", 3, "white"))["won00001"]
    assert BY_ID["won00001"].points == (F(90, 100), F(0))
    assert game.points == (F(80, 100), F(10, 100))
    assert json.loads(game.report)["stakes"] == {"white": 40, "black": 60}


def test_points_hold_until_the_result_or_an_offer_is_corrected() -> None:
    points = SetPoints("drawn001", F(1, 3), F(1, 3))
    for act in (SetResult("drawn001", "draw", "repetition"), AddOffer("drawn001", 3, "white")):
        assert after(points, act)["drawn001"] == after(act)["drawn001"]
        assert after(act, points)["drawn001"].points == (F(1, 3), F(1, 3))


def test_excluded_and_included_again() -> None:
    points = SetPoints("drawn001", F(1, 3), F(1, 3))
    game = after(Exclude("drawn001"), points)["drawn001"]
    assert (game.excluded, game.counts) == (True, False)
    assert after(Exclude("drawn001"), points, Include("drawn001")) == after(points)
    assert after(Exclude("drawn001"), Include("drawn001")) == BY_ID


def test_a_place() -> None:
    assert after(PlaceGame("renamed1", 3, 7))["renamed1"] == replace(
        BY_ID["renamed1"], round=3, board=7, corrected=True
    )
    assert after(PlaceGame("won00001"))["won00001"].round is None


def test_names() -> None:
    games = after(MergeNames("AMSEL2000", "Amsel"))
    assert games["renamed1"] == replace(BY_ID["renamed1"], white="Amsel", corrected=True)
    chain = after(MergeNames("amsel2000", "Amsel"), MergeNames("Amsel", "Blackbird"))
    assert {chain[game_id].white for game_id in ("renamed1", "won00001")} == {"Blackbird"}
    assert chain["flag0001"].black == "Blackbird"


REFUSED: list[tuple[tuple[Act, ...], Act, str]] = [
    ((), SetResult("nowhere1", "draw", "draw"), "there is no game nowhere1 in this event"),
    ((), PlaceGame("nowhere1", 1), "there is no game nowhere1 in this event"),
    ((), SetResult("running1", "draw", "draw"), "the game running1 has no complete record yet"),
    ((), AddOffer("running1", 1, "white"), "the game running1 has no complete record yet"),
    ((), SetResult("won00001", "void", "mate"), "a game is void that was aborted"),
    ((), SetResult("won00001", "white_wins", "aborted"), "a game is void that was aborted"),
    ((), SetResult("won00001", "draw", "mate"), "a game that ended by mate is not drawn"),
    ((), SetResult("won00001", "white_wins", "fifty_moves"), "a game that ended by fifty moves is drawn"),
    ((), RuleFlagFall("won00001", "draw"), "no flag fell in the game won00001"),
    ((), StrikeOffer("drawn001", 7, "black"), "there is no such word of black after ply 7 of the game drawn001"),
    ((), StrikeOffer("drawn001", 7, "white", "decline"), "there is no such word of white"),
    ((), AddOffer("drawn001", 7, "white"), "that word of white after ply 7 of the game drawn001 is there already"),
    ((), AddOffer("drawn001", 19, "white"), "the game drawn001 has only 18 plies"),
    ((), SetPoints("drawn001", F(51, 100), F(1, 2)), "both sides together can have 1 point at most"),
    ((), SetPoints("drawn001", F(-1, 100), F(1, 2)), "nobody can have less than 0 points"),
    ((), SetPoints("running1", F(1, 2), F(1, 2)), "the game running1 has no result to go with points"),
    ((), SetPoints("void0001", F(1, 2), F(1, 2)), "the game void0001 has no result to go with points"),
    ((), Include("won00001"), "the game won00001 is not excluded"),
    ((Exclude("won00001"),), Exclude("won00001"), "the game won00001 is excluded already"),
    ((), MergeNames("Amsel", "amsel"), "Amsel cannot be merged into the same name"),
    ((), MergeNames("Kuckuck", "Amsel"), "nobody called Kuckuck has played in this event"),
    ((), MergeNames(" ", "Amsel"), "two names are needed, and one is empty"),
    ((), MergeNames("Amsel", "Star"), "Amsel and Star have played each other in flag0001, so they are two players"),
    ((MergeNames("amsel2000", "Amsel"),), MergeNames("Amsel", "Amsel2000"), "Amsel2000 counts as Amsel already"),
    ((MergeNames("amsel2000", "Amsel"),), MergeNames("amsel2000", "Fink"), "amsel2000 counts as Amsel already"),
    (
        (MergeNames("Amsel", "B"), MergeNames("B", "C")),
        MergeNames("C", "Amsel"),
        "Amsel counts as C already, so C cannot count as Amsel",
    ),
    ((), Undo(1), "there is no correction 1 to undo"),
    ((Exclude("won00001"),), Undo(2), "there is no correction 2 to undo"),
    ((Exclude("won00001"), Undo(1)), Undo(1), "correction 1 is undone already"),
    ((Exclude("won00001"), Undo(1), Undo(2)), Undo(2), "correction 2 is undone already"),
    (
        (Exclude("won00001"), Include("won00001")),
        Undo(1),
        "correction 2 would have nothing to act on then: the game won00001 is not excluded",
    ),
    (
        (AddOffer("drawn001", 3, "white"), StrikeOffer("drawn001", 3, "white")),
        Undo(1),
        "correction 2 would have nothing to act on then: there is no such word of white",
    ),
]


@pytest.mark.parametrize(("earlier", "act", "sentence"), REFUSED)
def test_what_is_refused(earlier: tuple[Act, ...], act: Act, sentence: str) -> None:
    corrections = made(*earlier)
    with pytest.raises(ArbiterError) as caught:
        add(corrections, act)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("who", "why", "words"),
    [
        ("Anna", " \n ", "a correction needs a reason"),
        ("Anna", "x" * 501, "a correction needs a reason, in at most 500 letters"),
        ("", "because", "who corrects must be named"),
    ],
)
def test_who_and_why_are_needed(who: str, why: str, words: str) -> None:
    with pytest.raises(ArbiterError, match=words):
        add((), Exclude("won00001"), who=who, why=why)


def test_a_game_whose_report_names_no_rules() -> None:
    spoiled = (replace(FACTS[0], report="{}"),)
    with pytest.raises(ArbiterError, match="names no rules that it could be judged by"):
        add((), SetResult("won00001", "draw", "draw"), spoiled)
    with pytest.raises(ArbiterError, match="the game won00001 cannot be judged: "):
        add((), SetResult("won00001", "draw", "draw"), (replace(FACTS[0], record="1. e5 *"),))


def test_every_act_has_its_words() -> None:
    acts: list[Any] = [act for act, _ in (*RESULTS, *OFFERS)]
    acts += [PlaceGame("g", 1), MergeNames("a", "b"), Undo(3), Include("g")]
    for act in acts:
        assert act_text(act, "en") != act_text(act, "de")
    assert act_text(SetPoints("g", F(9, 20), F(11, 20))) == "points of g: 9/20 – 11/20"
    assert act_text(RuleFlagFall("g", "draw"), "de") == "Zeitüberschreitung in g: remis"

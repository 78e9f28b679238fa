"""Which games count in an event, in which round, and what is said of those that do not."""

from dataclasses import replace
from typing import Any

import pytest

from bot.events.attribution import attribute
from bot.events.objections import ALWAYS, RULES, Reason
from bot.events.rounds import round_and_board
from bot.events.terms import GameFacts, Terms

ARENA = Terms("arena", frozenset({"arena winter01"}))
CIRCLE = Terms("round_robin", players=frozenset({"amsel", "birke", "cedern"}))
MATCH = Terms("match", players=frozenset({"amsel", "birke"}), match_games=2)


def game(number: int, white: str = "Amsel", black: str = "Birke", **changes: Any) -> GameFacts:
    """Game 1, 2, …, which began in that order; changes are those of `GameFacts`."""
    return replace(GameFacts(f"game000{number}", white, black, began_ms=number * 1000), **changes)


OWN: dict[str, Any] = {"origins": frozenset({"arena winter01"})}

OBJECTIONS: list[tuple[Terms, list[GameFacts], Reason, str]] = [
    (ARENA, [game(1, **OWN), game(2, id="game0001", **OWN)], "same_id", "there is another game with the id game0001"),
    (ARENA, [game(1, trouble="the variant atomic is not scored", **OWN)], "not_scored", "the variant atomic is not"),
    (ARENA, [game(1, "", **OWN)], "nameless", "a player has no name"),
    (ARENA, [game(1, "Amsel", "AMSEL", **OWN)], "itself", "Amsel has both sides"),
    (replace(ARENA, players=MATCH.players), [game(1, "AmselNew", **OWN)], "stranger", "AmselNew is no entrant"),
    (replace(ARENA, players=MATCH.players), [game(1, "X", "Y", **OWN)], "stranger", "X and Y are no entrant"),
    (replace(CIRCLE, from_ms=1001), [game(1)], "time", "it began before the event"),
    (replace(CIRCLE, until_ms=999), [game(1)], "time", "it began after the event"),
    (replace(ARENA, variant="standard"), [game(1, variant="chess960", **OWN)], "variant", "chess960, not standard"),
    (replace(CIRCLE, speed="blitz"), [game(1, speed="rapid")], "speed", "it is rapid, not blitz"),
    (replace(CIRCLE, clock="180+2"), [game(1, clock="600+0")], "clock", "its time control is 600+0 seconds, not 180+2"),
    (
        replace(CIRCLE, meetings=2),
        [game(1), game(2, "Birke", "Amsel"), game(3, "birke", "AMSEL")],
        "meeting",
        "it is game 3 of two players who meet 2 times",
    ),
    (MATCH, [game(1), game(2), game(3)], "length", "it is game 3 of a match of 2"),
    (replace(CIRCLE, rounds=1), [game(1), game(2, "Cedern")], "rounds", "it would be round 2 of 1"),
    (replace(CIRCLE, rounds=9), [game(1, round="10.1")], "rounds", "it would be round 10 of 9"),
]


@pytest.mark.parametrize(("terms", "games", "reason", "text"), OBJECTIONS)
def test_a_game_that_does_not_fit(terms: Terms, games: list[GameFacts], reason: Reason, text: str) -> None:
    found = attribute(terms, games)
    assert [one.game.id for one in found.placed] == [told.id for told in games[:-1]]
    (unplaced,) = found.unplaced
    assert unplaced.reason == reason
    assert text in unplaced.text


def test_every_rule_is_tried_above_and_described(request: pytest.FixtureRequest) -> None:
    codes = {reason for reason, _ in RULES}
    assert codes == {reason for _, _, reason, _ in OBJECTIONS}
    text = (request.config.rootpath / "docs" / "events.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert [code for code in listed if code in codes] == [reason for reason, _ in RULES]


FITS: list[tuple[Terms, GameFacts]] = [
    (ARENA, game(1, **OWN)),
    (CIRCLE, game(1, "CEDERN", "amsel")),
    (replace(CIRCLE, from_ms=1000, until_ms=1000), game(1)),
    (replace(CIRCLE, speed="blitz", clock="180+2"), game(1)),  # not known yet: it counts as long as nothing is wrong
    (replace(ARENA, names={"amselnew": "Amsel"}, players=MATCH.players), game(1, "AmselNew", **OWN)),
    (replace(CIRCLE, games=frozenset({"game0001"}), speed="blitz"), game(1, "Xaver", speed="rapid")),  # named by its id
]


@pytest.mark.parametrize(("terms", "told"), FITS)
def test_a_game_that_fits(terms: Terms, told: GameFacts) -> None:
    assert [(len(found.placed), len(found.unplaced)) for found in [attribute(terms, [told])]] == [(1, 0)]


FOREIGN: list[tuple[Terms, GameFacts]] = [
    (ARENA, game(1)),
    (ARENA, game(1, origins=frozenset({"arena summer01"}))),
    (CIRCLE, game(1, "Amsel", "Xaver")),
    (CIRCLE, game(1, "", "Amsel")),
]


@pytest.mark.parametrize(("terms", "told"), FOREIGN)
def test_a_game_of_others_is_not_even_listed(terms: Terms, told: GameFacts) -> None:
    found = attribute(terms, [told])
    assert (found.placed, found.unplaced) == ((), ())


def test_a_named_game_is_asked_for_what_would_make_no_sense() -> None:
    terms = Terms("match", games=frozenset({"game0001"}))
    assert [reason for reason, _ in RULES[:ALWAYS]] == ["same_id", "not_scored", "nameless", "itself"]
    assert attribute(terms, [game(1, trouble="it is empty")]).unplaced[0].reason == "not_scored"


ROUNDS: list[tuple[Terms, list[GameFacts], list[tuple[int | None, int | None, str]]]] = [
    (CIRCLE, [game(1, round="3.2"), game(2, round="4")], [(3, 2, "record"), (4, None, "record")]),
    (CIRCLE, [game(1), game(2, "Cedern"), game(3, "Amsel", "Cedern")], [(1, None, "order"), (2, None, "order")]),
    (replace(MATCH, match_games=9), [game(1), game(2, void=True), game(3)], [(1, None, "order"), (2, None, "order")]),
    (ARENA, [game(1, **OWN)], [(None, None, "none")]),
    (
        Terms("swiss", frozenset({"broadcast round b"}), {"broadcast round b": 2}),
        [game(1, origins=frozenset({"broadcast round b"}))],
        [(2, None, "source")],
    ),
    (
        Terms("league", frozenset({"arena b"}), {"arena b": 2}),
        [game(1, round="-", origins=frozenset({"arena b"}))],
        [(2, None, "source")],
    ),
]


@pytest.mark.parametrize(("terms", "games", "rounds"), ROUNDS)
def test_rounds(terms: Terms, games: list[GameFacts], rounds: list[tuple[int | None, int | None, str]]) -> None:
    placed = attribute(terms, reversed(games)).placed  # in whatever order they come
    assert [(one.round, one.board, one.by) for one in placed][: len(rounds)] == rounds


def test_a_void_game_is_played_again() -> None:
    terms = replace(MATCH, match_games=1, meetings=1)
    found = attribute(terms, [game(1, void=True), game(2), game(3, void=True)])
    assert [(one.game.id, one.round) for one in found.placed] == [("game0001", 1), ("game0002", 1), ("game0003", 2)]


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("3.2", (3, 2)), ("3", (3, None)), ("3.2.1", (3, 2)), ("", (None, None)), ("-", (None, None)),
        ("0", (None, None)), ("3.x", (3, None)), ("³", (None, None)), ("99999", (None, None)), ("-3", (None, None)),
        ("?.1", (None, None)),
    ],
)  # fmt: skip
def test_tags(text: str, both: tuple[int | None, int | None]) -> None:
    assert round_and_board(text) == both

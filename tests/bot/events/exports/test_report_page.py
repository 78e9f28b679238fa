"""The printed report: complete, one file, in two languages, and names are text in it."""

import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings

from bot.events.exports.reasons import reasons_of
from bot.events.exports.report_page import report_page
from bot.events.exports.report_words import KINDS, WORDS
from bot.events.model import Entrant, Event, EventGame, Setup
from bot.events.table import table
from bot.score.table import printable
from scoring import Rules
from scoring.words import Language
from tests.bot.events.exports.samples import events, played
from tests.bot.score.conftest import SHORT_DRAW, TRADES


class Seen(HTMLParser):
    """The texts of a page by the tag they stand in, and whatever it would fetch or run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.outside: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.outside += [one for one in attrs if one[0] in ("src", "href", "style") or one[0].startswith("on")]

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.tags[-1], data))

    def inside(self, tag: str) -> list[str]:
        return [text for one, text in self.texts if one == tag]


def example() -> Event:
    games = (
        played(SHORT_DRAW, 0, round=1, board=1),
        played(TRADES, 1, round=2, board=1, corrected=True),
        EventGame("r", 2, "Alice", "=1+1", 2, 2, provisional=(Fraction(1, 5), Fraction(1, 3))),
        EventGame("v", 3, "Alice", "Bob", outcome="void"),
        EventGame("x", 4, "Alice", "Bob", outcome="void", excluded=True),
    )
    setup = Setup("e", "Club <evening>", "swiss", Rules(), tie_breaks=("classical", "buchholz", "direct"))
    return Event(setup, games)


def page(event: Event, language: Language = "en") -> str:
    return report_page(event, table(event), language)


def test_what_it_tells() -> None:
    text = " ".join(text for _, text in Seen(page(example())).texts)
    for told in (
        "Club <evening>",
        "Swiss",
        "rules 2026.1, letter",
        "2 games scored",
        "1 running",
        "2 void",
        "Round 1",
        "Without a round",
        "½-½",
        "0.22 – 0.32",
        "(0.20) – (0.3333)",
        "Draw: agreed",
        "-0.23",
        "Both: Short draw: only 2 of 25 moves since the book",
        "corrected by the arbiter",
        "excluded by the arbiter",
    ):
        assert told in text
    assert "void" in text


def test_german() -> None:
    german, english = page(example(), "de"), page(example(), "en")
    assert '<html lang="de">' in german
    assert "Schweizer System" in german
    assert "0,22 – 0,32" in german
    assert "vom Schiedsrichter korrigiert" in german
    both = {text for tag, text in Seen(german).texts if tag != "style"} & {text for _, text in Seen(english).texts}
    assert not {text for text in both if re.search(r"[a-z]{4} [a-z]{4}", text)}


def test_both_languages_have_the_same_words() -> None:
    assert WORDS["de"].keys() == WORDS["en"].keys()
    assert KINDS["de"].keys() == KINDS["en"].keys()


def test_the_strongest_reasons_come_first_and_a_stake_is_told_once() -> None:
    reasons = reasons_of(played(TRADES, 0), "en")
    amounts = [abs(float(reason.amount)) for reason in reasons]
    assert amounts == sorted(amounts, reverse=True)
    assert len(reasons) == 2
    assert [reason.side for reason in reasons if "stake" in reason.text] == ["white"]
    assert reasons_of(replace(played(TRADES, 0), report="[]"), "en") == ()


def test_many_players_get_a_list_instead_of_a_matrix() -> None:
    names = [f"p{number}" for number in range(13)]
    games = tuple(
        EventGame(str(order), order, white, black, outcome="draw", points=(Fraction(1, 4), Fraction(1, 3)))
        for order, (white, black) in enumerate(pairwise(names))
    )
    event = Event(Setup("e", "Arena", "arena", Rules()), games)
    assert 'class="matrix"' not in page(event)
    assert page(event).count('class="met"') == 24
    few = Event(event.setup, games[:3])
    assert 'class="matrix"' in page(few)


def test_an_event_without_anything() -> None:
    text = page(Event(Setup("e", "Club", "match", Rules())))
    assert "Nobody has played yet." in text
    assert "There is no game yet." in text


@settings(max_examples=30, deadline=None)
@given(events())
def test_names_are_text_and_nothing_comes_from_outside(event: Event) -> None:
    seen = Seen(page(event))
    assert seen.outside == []
    assert "script" not in seen.tags
    named = {printable(row.entrant.name) for row in table(event)}
    assert {name for name in named if name.strip()} <= set(seen.inside("bdi"))


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "</title><script>alert(1)</script>", "{{ 7*7 }}", "&amp;"]
)
def test_hostile_names(name: str) -> None:
    event = Event(Setup("e", name, "match", Rules(), (Entrant(name, team=name), Entrant("Bea"))))
    seen = Seen(page(event))
    assert sorted(seen.inside("title") + seen.inside("bdi")) == sorted([name, name, name, name, name, "Bea", "Bea"])
    assert not {"img", "script"} & set(seen.tags)

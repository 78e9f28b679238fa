"""What the audience is asked always fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.stream.question import MAX_OUTCOME, MAX_TITLE, Question, cut, length, question
from bot.stream.standing import Standing


def standing(white: str, black: str) -> Standing:
    return Standing("game0001", white, black, 0, "running")


def test_the_words() -> None:
    game = standing("Amsel", "Birke")
    assert question(game, "en") == Question("Who gets more asymmetry points?", "White: Amsel", "Black: Birke")
    assert question(game, "de") == Question("Wer bekommt mehr Asymmetriepunkte?", "Weiß: Amsel", "Schwarz: Birke")
    assert question(game, "en", "Who dares more?").title == "Who dares more?"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("White: Amsel", "White: Amsel"),
        ("White: " + "a" * 18, "White: " + "a" * 18),
        ("White: " + "a" * 19, "White: " + "a" * 17 + "…"),
        ("White: Ada Lovelace Byron King", "White: Ada Lovelace Byro…"),
        ("Black: one two three four five", "Black: one two three fou…"),
        ("Black: one two three fo xive", "Black: one two three fo…"),
        ("White: " + "a" * 16 + "e\u0301\u0323zz", "White: " + "a" * 16 + "…"),
        ("White: " + "a" * 16 + "\U0001f600zz", "White: " + "a" * 16 + "…"),
        ("White: " + "a" * 17 + "\u200d\u200dzz", "White: " + "a" * 16 + "…"),
        ("\u0301" * 30, "…"),
        ("White: \ud800", "White: ?"),
    ],
)
def test_long_names_are_cut_between_characters(text: str, shown: str) -> None:
    assert cut(text, 25) == shown


@given(st.text(), st.text(), st.text(), st.sampled_from(["de", "en"]))
def test_nothing_is_too_long(white: str, black: str, title: str, lang: str) -> None:
    asked = question(standing(white, black), "de" if lang == "de" else "en", title)
    assert 0 < length(asked.title) <= MAX_TITLE
    assert 0 < length(asked.white) <= MAX_OUTCOME
    assert 0 < length(asked.black) <= MAX_OUTCOME
    assert asked.white != asked.black

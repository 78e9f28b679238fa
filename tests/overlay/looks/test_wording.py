"""Words of one's own: what they replace, and how a mistake in their file is told."""

import re
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from overlay.hub import Hub
from overlay.looks.own_files import OwnFileError
from overlay.looks.wording import OURS, parse_wording, read_wording
from overlay.shown.show import Show
from overlay.shown.views import game_state
from overlay.state import GameState, Text
from overlay.web.app import create_app
from overlay.words import WORDS
from scoring.rules import RULES
from tests.overlay import samples
from tests.overlay.followed import LINE, H, followed

OWN = """
[rules.queen_trade]
en = "{side}, {amount}, move {move}: {text}!"
de = "{side}, {amount}, Zug {move}: {text}!"

[rules.late_castling]
en = "Castle, {now} and {}!"

[words.if_drawn]
en = "Right now"
"""


def trade(state: GameState) -> Text:
    return next(entry.text for entry in state.entries if entry.rule == "queen_trade")


def test_a_rule_says_what_one_wants() -> None:
    live = followed((H.MOVED, LINE))
    ours = trade(game_state(live))
    own = parse_wording(OWN.replace("{now} and {}", "now"))
    assert trade(game_state(live, own)) == Text(f"Beide, −0,10, Zug 5: {ours.de}!", f"Both, −0.10, move 5: {ours.en}!")
    half = parse_wording('rules.queen_trade.en = "Queens off"')
    assert trade(game_state(live, half)) == Text(ours.de, "Queens off")


def test_outcomes_have_rules_too() -> None:
    own = parse_wording('[rules.transfer]\nen = "Pot {amount}"\n[rules.short_draw]\nen = "Move {move} only"')
    outcomes = game_state(followed((H.MOVED, LINE)), own).outcome_entries
    assert {entry.text.en for entry in outcomes.white_wins} == {"Pot +0.50", "Pot −0.50"}
    assert outcomes.draw[0].text.en == "Move 5 only"


def test_braces_in_a_sentence_of_ours_are_not_filled_again() -> None:
    own = parse_wording('rules.queen_trade.en = "{text}{text}"')
    ours = trade(game_state(followed((H.MOVED, LINE)))).en
    assert trade(game_state(followed((H.MOVED, LINE)), own)).en == ours * 2


async def test_the_show_and_the_pages_use_them() -> None:
    own = parse_wording('[rules.queen_trade]\nen = "Queens off"\n[words.if_drawn]\nen = "</script><b>Now</b>"')
    hub = Hub()
    Show(hub, wording=own).update(followed((H.MOVED, LINE)))
    async with TestClient(TestServer(create_app(hub, wording=own))) as web:
        page = await (await web.get("/scene/bar?lang=en")).text()
        german = await (await web.get("/scene/bar?lang=de")).text()
    assert "Queens off" in page
    assert "<b>" not in page
    assert "\\u003c/script\\u003e\\u003cb\\u003eNow" in page
    assert WORDS["de"]["if_drawn"] in german


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[rule.transfer]\nen = ""', 'unknown section "rule": did you mean "rules"?'),
        ('[rules.sacrifise]\nen = ""', 'unknown rule "sacrifise": did you mean "sacrifice"?'),
        ('[rules.transfer]\nfr = ""', 'rules.transfer: unknown language "fr": known are de, en'),
        ('[rules.transfer]\nen = "{amout}"', 'rules.transfer.en: unknown placeholder "amout": did you mean "amount"?'),
        ('rules.transfer.en = "{text.x}"', 'rules.transfer.en: unknown placeholder "text.x": did you mean "text"?'),
        ('[words.ledgers]\nen = ""', 'unknown word "ledgers": did you mean "ledger"?'),
        ('[words.move_n]\nde = "Zug {m}"', 'words.move_n.de: unknown placeholder "m": known are n'),
        ('[words.ledger]\nde = "{n}"', 'words.ledger.de: unknown placeholder "n": there is none here'),
        ("[words.ledger]\nde = 3", "words.ledger.de must be text in quotation marks"),
        ('[words]\nledger = "Why"', 'words.ledger must have a line for each language, like en = "…"'),
        ("rules = 3", "rules must be a section"),
        ("[rules", "not valid TOML: "),
    ],
)
def test_a_mistake_is_a_sentence(text: str, told: str) -> None:
    with pytest.raises(OwnFileError) as error:
        parse_wording(text)
    assert str(error.value).startswith(told)


def test_every_mistake_is_named() -> None:
    with pytest.raises(OwnFileError) as error:
        parse_wording(OWN)
    known = "known are text, amount, side, move"
    assert str(error.value) == (
        f'rules.late_castling.en: unknown placeholder "now": {known}; '
        f'rules.late_castling.en: unknown placeholder "": {known}'
    )


def test_a_file_is_named_in_its_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    with pytest.raises(OwnFileError, match=r"words\.toml cannot be read: No such file or directory$"):
        read_wording(path)
    path.write_text("[words.x]", encoding="utf-8")
    with pytest.raises(OwnFileError, match=r'words\.toml: unknown word "x"'):
        read_wording(path)
    path.write_text("", encoding="utf-8")
    assert read_wording(path).words("de") == WORDS["de"] == OURS.words("de")


async def test_text_sources_and_pictures_use_them() -> None:
    own = parse_wording('words.anonymous.en = "Nobody"\nwords.if_drawn.en = "Right <now>"\nwords.ai.en = "Box {n} {"')
    hub = Hub()
    Show(hub, wording=own).update(followed((H.MOVED, LINE)))
    hub.publish("game/nameless", samples.nameless())
    async with TestClient(TestServer(create_app(hub, wording=own))) as web:
        assert await (await web.get("/text/nameless.txt?what=players&lang=en")).text() == "Nobody – Box 8 {"
        picture = await (await web.get("/picture/nameless.svg?lang=en")).text()
    assert "Right &lt;now&gt;" in picture


def test_the_example_of_the_docs_is_right() -> None:
    docs = (Path(__file__).resolve().parents[3] / "docs" / "themes.md").read_text(encoding="utf-8")
    example = docs.split("```toml\n# words.toml")[1].split("```")[0]
    assert "sacrifice" in example
    parse_wording(f"#{example}")
    rules = docs.split("The rules are ")[1].split("In their sentences")[0]
    assert re.findall(r"`(\w+)`", rules) == list(dict.fromkeys(rule.code for rule in RULES))
    words = docs.split("| word | what it says |")[1].split("All of them")[0]
    assert set(re.findall(r"`(\w+)`", words)) <= set(WORDS["en"])

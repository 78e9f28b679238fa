"""The strongest reasons of a game's score, and how it ended, as its report says them."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from bot.events.model import EventGame
from bot.score.numbers import amount
from scoring.words import Language

_MOST = 3


class Reason(NamedTuple):
    """An entry of the ledger: "white", "black" or "both", the points with their sign, and why."""

    side: str
    amount: str
    text: str


class _Entry(msgspec.Struct, frozen=True):
    rule: str
    side: str
    amount: int
    text: Mapping[str, str]


class _Outcome(msgspec.Struct, frozen=True):
    entries: list[_Entry] = []


class _Decision(msgspec.Struct, frozen=True):
    text: Mapping[str, str]


class _Report(msgspec.Struct, frozen=True):
    entries: list[_Entry] = []
    outcomes: Mapping[str, _Outcome] = {}
    decision: _Decision | None = None


def reasons_of(game: EventGame, language: Language) -> tuple[Reason, ...]:
    """At most three entries that count for the game, those with the largest amounts first.

    What the loser gives is left out: it is what the winner gets.
    """
    report, outcome = _read(game.report), game.outcome or "draw"
    entries = [*report.entries, *report.outcomes.get(outcome, _Outcome()).entries]
    entries = [entry for entry in entries if entry.rule != "transfer" or entry.amount > 0]
    strongest = sorted(entries, key=lambda entry: -abs(entry.amount))[:_MOST]
    return tuple(
        Reason(entry.side, amount(entry.amount, language), entry.text.get(language, "")) for entry in strongest
    )


def ending_of(game: EventGame, language: Language) -> str:
    """How the game ended in words, "" where its report does not say it."""
    decision = _read(game.report).decision
    return "" if decision is None else decision.text.get(language, "")


def _read(report: str) -> _Report:
    try:
        return msgspec.json.decode(report, type=_Report)
    except msgspec.DecodeError:
        return _Report()

"""Two reports on one game, and what differs: result, points, entries of the ledger, rules, book."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from bot.score.numbers import amount
from bot.score.table import printable
from scoring import BookAnswer
from scoring.words import LANGUAGES, Language

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "result": "result {before} → {after}",
        "points": "points {before} → {after}",
        "gone": "no longer: {text}",
        "new": "now: {text}",
        "rules": "rules: {changes}",
        "book": "book: {before} → {after}",
        "wording": "nothing but wording and details",
    },
    "de": {
        "result": "Ergebnis {before} → {after}",
        "points": "Punkte {before} → {after}",
        "gone": "nicht mehr: {text}",
        "new": "jetzt: {text}",
        "rules": "Regeln: {changes}",
        "book": "Buch: {before} → {after}",
        "wording": "nichts als Wortlaut und Einzelheiten",
    },
}


class _Player(msgspec.Struct, frozen=True):
    name: str = ""


class _Points(msgspec.Struct, frozen=True):
    decimal: str
    exact: str = ""


class Entry(msgspec.Struct, frozen=True):
    """An entry of the ledger as a report tells it."""

    rule: str
    side: Literal["white", "black", "both"]
    amount: int
    ply: int
    plies: tuple[int, ...]
    squares: tuple[str, ...]
    values: dict[str, Any]
    text: dict[Language, str]

    @property
    def key(self) -> str:
        """What makes it the same entry, however it is worded."""
        return repr(
            (self.rule, self.side, self.amount, self.ply, self.plies, self.squares, sorted(self.values.items()))
        )

    def words(self, language: Language) -> str:
        """Side, amount and reason."""
        side = "" if self.side == "both" else f"{LANGUAGES[language][self.side]} "
        return f"{side}{amount(self.amount, language)} {self.text.get(language, self.rule)}"


class _Outcome(msgspec.Struct, frozen=True):
    entries: tuple[Entry, ...]


class _Decision(msgspec.Struct, frozen=True):
    outcome: str


class _Book(msgspec.Struct, frozen=True):
    name: str
    ply: int

    def __str__(self) -> str:
        return f"{self.name} ({self.ply})"


class Reported(msgspec.Struct, frozen=True):
    """What is compared of a report line; all of it is missing from one that cannot be read."""

    white: _Player = _Player()
    black: _Player = _Player()
    result: str = ""
    points: dict[Literal["white", "black"], _Points] | None = None
    decision: _Decision | None = None
    rules: dict[str, str | int] = {}
    book: _Book | None = None
    provisional: bool = False
    entries: tuple[Entry, ...] = ()
    outcomes: dict[str, _Outcome] = {}

    @property
    def answer(self) -> BookAnswer | None:
        """What the book said."""
        return None if self.book is None else BookAnswer(self.book.name, self.book.ply, self.provisional)

    @property
    def ledger(self) -> list[Entry]:
        """The entries that count: those of the outcome that was decided on, of a draw where there is no result."""
        outcome = self.outcomes.get(self.decision.outcome if self.decision else "draw")
        return [*self.entries, *(outcome.entries if outcome else ())]

    @property
    def score(self) -> str:
        """Both sides' points; "–" without any."""
        return " – ".join(self.points[side].decimal for side in ("white", "black")) if self.points else "–"


def reported(line: str) -> Reported:
    """Read a report line."""
    try:
        return msgspec.json.decode(line, type=Reported)
    except (msgspec.MsgspecError, ValueError):
        return Reported()


@dataclass(frozen=True)
class Difference:
    """The report on a game as it stands, and as it would be."""

    game_id: str
    before: Reported
    after: Reported

    @property
    def gone(self) -> list[Entry]:
        """The entries that only the old report has."""
        return _only_in(self.before.ledger, self.after.ledger)

    @property
    def new(self) -> list[Entry]:
        """The entries that only the new report has."""
        return _only_in(self.after.ledger, self.before.ledger)

    @property
    def matters(self) -> bool:
        """Whether result, points or ledger differ, not rules, book or wording alone."""
        before, after = self.before, self.after
        return (before.result, before.score) != (after.result, after.score) or bool(self.gone or self.new)


def difference_text(difference: Difference, language: Language) -> str:
    """A difference for people: the game, and a line for everything that differs."""
    game = f"{difference.game_id}  {difference.after.white.name or '?'} – {difference.after.black.name or '?'}"
    return "\n    ".join(printable(line) for line in (game, *_lines(difference, language)))


def difference_line(difference: Difference) -> str:
    """A difference as one line of JSON."""
    before, after = difference.before, difference.after
    line = {
        "game": difference.game_id,
        "white": after.white.name,
        "black": after.black.name,
        "matters": difference.matters,
        **{
            name: {"before": getattr(before, name), "after": getattr(after, name)}
            for name in ("result", "points", "rules", "book")
        },
        "gone": difference.gone,
        "new": difference.new,
    }
    return json.dumps(msgspec.to_builtins(line), ensure_ascii=False, separators=(",", ":"))


def _lines(difference: Difference, language: Language) -> Iterator[str]:
    words, before, after = WORDS[language], difference.before, difference.after
    if before.result != after.result:
        yield words["result"].format(before=before.result or "?", after=after.result)
    if before.score != after.score:
        mark = LANGUAGES[language]["decimal_mark"]
        yield words["points"].format(before=before.score.replace(".", mark), after=after.score.replace(".", mark))
    for word, entries in (("gone", difference.gone), ("new", difference.new)):
        for entry in entries:
            yield words[word].format(text=entry.words(language))
    if before.rules != after.rules:
        yield words["rules"].format(changes=", ".join(_changes(before.rules, after.rules)))
    if before.book != after.book:
        yield words["book"].format(before=before.book or "?", after=after.book)
    elif before.rules == after.rules and not difference.matters:
        yield words["wording"]


def _changes(before: dict[str, str | int], after: dict[str, str | int]) -> Iterator[str]:
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name, "?"), after.get(name, "?")
        if old != new:
            yield f"{name} {old} → {new}"


def _only_in(entries: Sequence[Entry], others: Sequence[Entry]) -> list[Entry]:
    left, only = Counter(entry.key for entry in others), []
    for entry in entries:
        if left[entry.key]:
            left[entry.key] -= 1
        else:
            only.append(entry)
    return only

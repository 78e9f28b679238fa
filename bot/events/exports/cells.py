"""The cells of CSV and XLSX: what a text or a number looks like there, and reading it again, with its place."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.events.exports.trouble import EventFileError

Cell = str | int | Fraction | None
"""A text, a whole number, a number that is shown in decimals, or nothing."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\\]|x(?=[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
_WHOLE = re.compile(r"-?\d{1,15}")
_DECIMAL = re.compile(r"-?\d{1,15}(?:\.\d{1,20})?(?:[eE]-?\d{1,2})?")
_EXACT = re.compile(r"-?\d{1,1000}(?:/\d{1,1000})?")
_SHOWN_TO = Fraction(1, 20000)
"""Decimals may be so far from what is exact: they have four places where two are not enough."""


def escaped(text: str) -> str:
    r"""A text as one line without control characters: each becomes `\uXXXX`, and so does a backslash.

    The `x` of `x0041_` does as well: spreadsheets take `_x0041_` for the letter A.
    """
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def unescaped(text: str) -> str:
    """The text again."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def exact(text: str) -> Fraction:
    """The number written as `9/20` or `1`. Raises ValueError for anything else."""
    if not _EXACT.fullmatch(text):
        raise ValueError(text)
    above, _, below = text.partition("/")
    if not int(below or 1):
        raise ValueError(text)
    return Fraction(int(above), int(below or 1))


@dataclass(frozen=True, slots=True)
class Line:
    """The cells of one line of a file by column, as texts; all methods raise `EventFileError` naming the place."""

    place: str
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """A text."""
        return unescaped(self.cells[column])

    def whole(self, column: str) -> int | None:
        """A whole number; None for an empty cell."""
        text = self.cells[column].strip()
        if text and not _WHOLE.fullmatch(text):
            raise self.wrong(column, "is not a whole number")
        return int(text) if text else None

    def count(self, column: str) -> int:
        """A whole number that has to be there."""
        number = self.whole(column)
        if number is None:
            raise self.wrong(column, "is not a whole number")
        return number

    def number(self, column: str, precise: str) -> Fraction | None:
        """The exact number of the column `precise`; None for an empty cell. The decimals have to agree with it."""
        text, shown = self.cells[precise].strip(), self.cells[column].strip().replace(",", ".")
        if not text and not shown:
            return None
        try:
            number = exact(text)
        except ValueError:
            raise self.wrong(precise, "is not a number like 9/20") from None
        if not _DECIMAL.fullmatch(shown) or abs(Fraction(shown) - number) > _SHOWN_TO:
            raise self.wrong(column, f"does not agree with {precise} {text[:40]!r}")
        return number

    def total(self, column: str, precise: str) -> Fraction:
        """An exact number that has to be there."""
        number = self.number(column, precise)
        if number is None:
            raise self.wrong(precise, "is not a number like 9/20")
        return number

    def yes(self, column: str) -> bool:
        """Whether it says yes, and not no."""
        text = self.cells[column].strip()
        if text not in ("yes", "no"):
            raise self.wrong(column, "is neither yes nor no")
        return text == "yes"

    def wrong(self, column: str, why: str) -> EventFileError:
        """What is wrong with a cell, as an error."""
        return EventFileError(f"{self.place}: {column} {self.cells[column][:40]!r} {why}")

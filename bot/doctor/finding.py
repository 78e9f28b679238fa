"""What the doctor finds."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["good", "note", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it is, and what to do about it ("" if nothing)."""

    verdict: Verdict
    subject: str
    text: str
    advice: str = ""


def count(number: int, thing: str) -> str:
    """So many things, for people."""
    return f"{number} {thing}{'' if number == 1 else 's'}"

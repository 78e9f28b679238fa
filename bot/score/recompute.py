"""Every stored report made anew from its record: what differs is told, and replaced only when that is asked for."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from bot.book.errors import BookError
from bot.book.offline import offline_books, open_books
from bot.clock import RealClock
from bot.config import ConfigError, load_config, store_password, store_url
from bot.pgn import PgnProblem
from bot.score.differences import Difference, reported
from bot.score.files import FileError
from bot.score.record import report_on
from bot.score.write import sentence
from bot.store import Archive, KeptReport, StoredReport, StoreError, open_archive
from scoring import Book, Rules

T = TypeVar("T")


@dataclass(frozen=True)
class Recomputation:
    """Which reports are made anew, and by which rules."""

    url: str = field(repr=False)
    password: str | None = field(repr=False)
    rules: Rules
    book: Book | None
    online: bool
    """There is a database online. It is not asked again: what was said of a game then counts."""

    def report_on(self, kept: KeptReport) -> StoredReport | PgnProblem:
        """The report of a game made anew."""
        said = reported(kept.content.report).answer if self.online else None
        return report_on(kept.game_id, kept.content.record, self.rules, said or self.book)


@dataclass
class Findings:
    """What came out of comparing all reports."""

    reports: int = 0
    broken: int = 0
    mattering: int = 0
    numbers: dict[str, int] = field(default_factory=dict)
    """The number of the latest report of each game whose report differs, by the game's id."""

    @property
    def summary(self) -> str:
        """All of it in one line."""
        differing = len(self.numbers)
        parts = [f"{differing} of {self.reports} reports differ{'s' if differing == 1 else ''}"]
        if differing:
            parts.append(
                f"{self.mattering} in result, points or entries, {differing - self.mattering} in rules, book or wording"
            )
        if self.broken:
            parts.append(f"{self.broken} cannot be made anew")
        return "; ".join(parts)


def recomputation(config: Path) -> Recomputation:
    """What a configuration file asks for. Raises `FileError`."""
    try:
        settings = load_config(config)
    except ConfigError as error:
        raise FileError(str(error)) from error
    url = store_url(settings.store, config.parent)
    if not url:
        raise FileError(f"{config} keeps no store; name one with store.url")
    try:
        book = open_books(offline_books(settings.book, config.parent))
    except BookError as error:
        raise FileError(str(error)) from error
    online = bool(settings.book.online)
    return Recomputation(url, store_password(settings.store), settings.rule_options(), book, online)


def find_differences(work: Recomputation, tell: Callable[[Difference], None]) -> Findings:
    """Make every report anew and tell what differs; changes nothing. Raises `FileError`."""
    return _run(_find_differences(work, tell))


def replace_reports(work: Recomputation, numbers: Mapping[str, int]) -> int:
    """Add new reports for those found to differ, unless they have changed since; returns how many were added.

    The old ones stay in the store, as what was said before. Raises `FileError`.
    """
    return _run(_replace_reports(work, numbers))


async def _find_differences(work: Recomputation, tell: Callable[[Difference], None]) -> Findings:
    findings = Findings()
    async with open_archive(work.url, work.password) as archive:
        async for kept, new in _made_anew(archive, work):
            findings.reports += 1
            if isinstance(new, PgnProblem):
                findings.broken += 1
                print(f"unruh: {sentence(new)}", file=sys.stderr)
            elif new != kept.content:
                difference = Difference(kept.game_id, reported(kept.content.report), reported(new.report))
                findings.mattering += difference.matters
                findings.numbers[kept.game_id] = kept.number
                tell(difference)
    return findings


async def _replace_reports(work: Recomputation, numbers: Mapping[str, int]) -> int:
    now_ms, replaced = RealClock().now_ms(), 0
    async with open_archive(work.url, work.password) as archive:
        async for page in archive.latest():
            pairs = [
                (kept, new)
                for kept in page
                if numbers.get(kept.game_id) == kept.number and isinstance(new := work.report_on(kept), StoredReport)
            ]
            replaced += await archive.replace(pairs, now_ms)
    return replaced


async def _made_anew(
    archive: Archive, work: Recomputation
) -> AsyncIterator[tuple[KeptReport, StoredReport | PgnProblem]]:
    async for page in archive.latest():
        for kept in page:
            yield kept, work.report_on(kept)


def _run(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except StoreError as error:
        raise FileError(str(error)) from error

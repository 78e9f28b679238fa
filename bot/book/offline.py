"""Which books in files are asked, and opening them together."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.book.embedded import embedded_book
from bot.book.open import open_book
from bot.book.several import SeveralBooks
from bot.config import BookSection
from scoring.book import Book


@dataclass(frozen=True)
class OfflineBooks:
    """The books in files that are asked. Unlike an open book it can be sent to other processes."""

    embedded: bool = True
    files: tuple[Path, ...] = ()


EMBEDDED = OfflineBooks()


def offline_books(section: BookSection, folder: Path) -> OfflineBooks:
    """The books in files that a configuration names; their paths are relative to the folder it lies in."""
    return OfflineBooks(section.embedded, tuple(folder / file for file in section.files))


@cache
def open_books(chosen: OfflineBooks) -> Book | None:
    """Open books as one, once in each process; None without any. Raises `BookError` for one that cannot be used."""
    books: list[Book] = [embedded_book()] if chosen.embedded else []
    books += map(open_book, chosen.files)
    return SeveralBooks(books) if len(books) > 1 else next(iter(books), None)

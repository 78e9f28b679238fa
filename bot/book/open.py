"""Opening a book by its name."""

from pathlib import Path

from bot.book.packed import PackedBook
from bot.book.polyglot import PolyglotBook


def open_book(path: Path) -> PackedBook | PolyglotBook:
    """Open a Polyglot book, if the name ends in `.bin`, otherwise one made by `unruh book build`.

    Raises `BookError` for a file that cannot be read or is no such book.
    """
    return PolyglotBook(path) if path.suffix.lower() == ".bin" else PackedBook(path)

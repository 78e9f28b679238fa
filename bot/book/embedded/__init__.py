"""The book that everyone has, without a network: `gnuchess.book`; its origin is told in `ORIGIN.md` beside it."""

from pathlib import Path

from bot.book.packed import PackedBook

PATH = Path(__file__).with_name("gnuchess.book")


def embedded_book() -> PackedBook:
    """Open the book. Raises `BookError` if the installation is damaged."""
    return PackedBook(PATH)

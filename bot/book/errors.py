"""What goes wrong with books in files."""

from pathlib import Path


class BookError(Exception):
    """A book cannot be used or made; the text names the file and says what to do, in one sentence."""


def unreadable(path: Path, error: OSError) -> BookError:
    """The error of a book that the system does not let us read."""
    return BookError(f"The book {path} cannot be read: {(error.strerror or str(error)).lower()}")

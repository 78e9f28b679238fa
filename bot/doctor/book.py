"""Which book answers, and whether it can."""

from pathlib import Path
from urllib.parse import urlsplit

from bot.book.errors import BookError
from bot.book.offline import offline_books, open_books
from bot.config import BookSection
from bot.doctor.finding import Finding


def look_at_book(section: BookSection, folder: Path, token: str | None) -> Finding:
    """Open the books in files, whose paths are relative to `folder`, and tell what is asked online beside them."""
    try:
        book = open_books(offline_books(section, folder))
    except BookError as error:
        return Finding("bad", "book", str(error), "check book.files")
    names = [book.name] if book else []
    if section.online:
        names.append(f"{urlsplit(section.explorer_url).netloc}/{section.online}")
    answers = f"{' and '.join(names)} answer{'s' if len(names) == 1 else ''}"
    if section.online and token is None:
        advice = "put a token where lichess.token_env or lichess.token_file says; it needs no permissions"
        return Finding("bad", "book", f"{answers}, but the one online wants a token and there is none", advice)
    return Finding("good", "book", answers)

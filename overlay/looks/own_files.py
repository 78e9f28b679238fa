"""Files of the streamer's own that the overlay reads: a theme, words."""

from pathlib import Path


class OwnFileError(Exception):
    """A file of one's own cannot be used; the text says where and why."""


def read_own_file(path: Path) -> str:
    """The text of such a file; raises `OwnFileError`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise OwnFileError(f"{path} cannot be read: {reason}") from error

"""The themes of the scenes: three that come with Unruh, and one of the streamer's own."""

import logging
from pathlib import Path

from overlay.looks.own_files import OwnFileError, read_own_file

log = logging.getLogger(__name__)

THEMES: tuple[str, ...] = ("dark", "light", "contrast", "own")
"""What an address and the operator may ask for; the first is the one of a scene that nobody has told anything."""
OWN = "own"


class Themes:
    """Which themes there are here, and the CSS of the streamer's own one."""

    def __init__(self, default: str = THEMES[0], own: Path | None = None) -> None:
        """`default` is one of THEMES; `own` is the file of the theme "own", which is there only with it.

        Raises `OwnFileError` if the file cannot be read.
        """
        self.names = THEMES if own else tuple(name for name in THEMES if name != OWN)
        self.default = default
        self._own = own
        self._css = read_own_file(own) if own else ""
        self._written_ns = 0

    def chosen(self, asked: str | None) -> str:
        """The theme that was asked for, or the default one if there is none of this name."""
        return asked if asked in self.names else self.default

    def css(self) -> str:
        """The CSS of the theme "own" as it is now, "" without one. If it cannot be read any more, the last one."""
        if self._own:
            try:
                written_ns = self._own.stat().st_mtime_ns
                if written_ns != self._written_ns:
                    self._css, self._written_ns = read_own_file(self._own), written_ns
            except (OSError, OwnFileError) as error:
                log.warning("the theme stays as it was: %s", error)
        return self._css

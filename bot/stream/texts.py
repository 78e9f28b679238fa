"""Small text files that other software reads: each is always whole, and written only when it says something new."""

from collections.abc import Callable, Mapping
from pathlib import Path

import structlog

from bot.clock import Clock
from bot.lichess.background import in_background
from bot.lichess.retry import rest
from bot.one_sentence import why

log = structlog.get_logger()

LOOK_MS = 250
"""How often it is looked whether there is something new."""
PATIENCE_MS = 5_000
"""For how long a file may fail to be written before that is said: on Windows it cannot be replaced while it is read."""


class TextFiles:
    """Keeps files in a folder as texts say, by name ("score.txt"); what goes wrong is said once and stops nothing.

    The folder is made when it is missing. A file that cannot be written is tried again at the next look.
    """

    def __init__(self, folder: Path, texts: Callable[[], Mapping[str, str]], clock: Clock) -> None:
        """Take where they are, what they say now, and the time."""
        self._folder = folder
        self._texts = texts
        self._clock = clock
        self._written: dict[str, str] = {}
        self._failing_since_ms: int | None = None
        self._said = False

    async def run(self) -> None:
        """Keep the files up to date until cancelled."""
        broken = False
        while True:
            try:
                await self.look()
                broken = False
            except Exception:
                if not broken:
                    log.exception("text files not written after an error of the program")
                broken = True
            await rest(self._clock, LOOK_MS)

    async def look(self) -> None:
        """Write what is new."""
        texts = self._texts()
        new = {name: text for name, text in texts.items() if self._written.get(name) != text}
        if not new:
            return
        written, error = await in_background(lambda: _write(self._folder, new))
        self._written.update(written)
        if error:
            self._failed(error)
        else:
            self._failing_since_ms, self._said = None, False

    def _failed(self, error: OSError) -> None:
        now_ms = self._clock.now_ms()
        if self._failing_since_ms is None:
            self._failing_since_ms = now_ms
        if not self._said and now_ms - self._failing_since_ms >= PATIENCE_MS:
            self._said = True
            log.warning("text files cannot be written", folder=str(self._folder), reason=why(error))


def _write(folder: Path, texts: Mapping[str, str]) -> tuple[dict[str, str], OSError | None]:
    """Write files; gives those that were written, and an error if there was one."""
    written: dict[str, str] = {}
    failed: OSError | None = None
    for name, text in texts.items():
        new = folder / f"{name}.new"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            new.write_bytes(text.encode(errors="replace"))
            new.replace(folder / name)
        except OSError as error:
            failed = error
        else:
            written[name] = text
    return written, failed

"""A small file beside the configuration with what an operator has chosen and noted, so that a restart keeps it."""

from pathlib import Path

import msgspec
import structlog

log = structlog.get_logger()

FILE = "unruh-desk.json"


class Kept:
    """Parts of a JSON file, each with a name; without a path nothing is kept.

    What cannot be read is as if it had never been kept; what cannot be written is logged, and the show goes on.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._parts: dict[str, msgspec.Raw] = {}
        try:
            self._parts = msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw]) if path else {}
        except FileNotFoundError:
            pass
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("what was kept cannot be read", file=str(path), reason=str(error))

    def part(self, name: str) -> bytes | None:
        """What was kept under a name, as JSON."""
        raw = self._parts.get(name)
        return bytes(raw) if raw is not None else None

    def keep(self, name: str, json: bytes) -> None:
        """Keep this under a name from now on."""
        if self.part(name) == json:
            return
        self._parts[name] = msgspec.Raw(json)
        if not self._path:
            return
        new = self._path.with_name(self._path.name + ".new")
        try:
            new.write_bytes(msgspec.json.encode(self._parts))
            new.replace(self._path)
        except OSError as error:
            log.warning("what was chosen cannot be kept", file=str(self._path), reason=str(error))

"""What is asked and answered over the bus, as JSON; files go as they are.

`who` and `role` are what the node has found out about whoever asks; the bot believes it.
"""

import msgspec

from overlay.access.tokens import Role
from overlay.arbiter.live import Asked, Cause
from overlay.arbiter.view import ArbitedEvent, Made, Tried
from overlay.state import Lang
from overlay.web.events import FileFormat


class Acted(msgspec.Struct, frozen=True):
    """An action was carried out, or refused for this reason, a key in the table of words."""

    refused: str | None = None


class Correction(msgspec.Struct, frozen=True):
    """A correction that somebody asks for, or wants to try."""

    event: str
    asked: Asked
    who: str
    role: Role


class Viewed(msgspec.Struct, frozen=True):
    """An event as its arbiter sees it; null: there is none of this id."""

    event: ArbitedEvent | None


class Refused(msgspec.Struct, frozen=True):
    """Why a correction was not made; see `overlay.arbiter.live.NotCorrected`."""

    sentence: str
    cause: Cause
    between: tuple[Made, ...]


class Corrected(msgspec.Struct, frozen=True):
    """What a correction has done or would do, or why not; without either there is no such event."""

    tried: Tried | None = None
    refused: Refused | None = None


class File(msgspec.Struct, frozen=True):
    """The file of an event that somebody wants."""

    event: str
    format: FileFormat
    lang: Lang


NO_FILE = b"0"
FILE = b"1"
"""Before the file itself."""

"""When a game of a record began."""

from collections.abc import Mapping
from datetime import UTC, datetime


def began_ms(tags: Mapping[str, str]) -> int | None:
    """The time that the tags name in UTC, in milliseconds since 1970; None where they name none, or no such time."""
    told = f"{tags.get('UTCDate', '')} {tags.get('UTCTime', '')}"
    try:
        return round(datetime.strptime(told, "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return None

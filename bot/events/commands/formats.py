"""The names of the formats in which an event is written to a file."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["csv", "csv-games", "xlsx", "json"]
"""csv: the standings."""

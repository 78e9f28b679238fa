"""The names of the formats in which an event is written to a file."""

from typing import Literal, TypeAlias

Format: TypeAlias = Literal["csv", "csv-games", "xlsx", "json", "pgn", "trf16", "trf26", "html"]
"""csv: the standings."""

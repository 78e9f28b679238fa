"""The ids of games, as a server may name them; anything else must not get into an address."""

import re
from typing import Annotated

import msgspec

_PATTERN = r"^[A-Za-z0-9]{8}\Z"

GameId = Annotated[str, msgspec.Meta(pattern=_PATTERN)]
"""Eight letters and digits."""


def is_game_id(text: str) -> bool:
    """Whether a text is the id of a game."""
    return re.match(_PATTERN, text) is not None

"""The section [boards]: where DGT LiveChess is, and who plays at which board."""

import re
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, Field, model_validator

from bot.config.values import STRICT, is_address

LIVECHESS = "ws://127.0.0.1:1982/api/v1.0"
"""Where LiveChess is on the machine that the boards are connected to."""


_NUMBER = re.compile(r"[A-Za-z0-9_-]{1,30}")


class _Section(BaseModel):
    model_config = STRICT


def _livechess(address: str) -> str:
    if address and (urlsplit(address).scheme not in ("ws", "wss") or not is_address(address) or "@" in address):
        raise ValueError(f'must be the address of LiveChess, like "{LIVECHESS}"')
    return address


def _serial(number: str) -> str:
    if not _NUMBER.fullmatch(number):
        raise ValueError("must be the number of a board, as LiveChess shows it")
    return number


PlayerName = Annotated[str, Field(max_length=100)]


class BoardSection(_Section):
    """A board by its serial number: what it is called, and who plays there."""

    board: Annotated[str, AfterValidator(_serial)]
    name: Annotated[str, Field(max_length=40)] = ""
    white: PlayerName = ""
    black: PlayerName = ""
    round: Annotated[str, Field(max_length=20)] = ""


class BoardsSection(_Section):
    """Where the boards are, the round that is played, and the boards in their order: the first is board 1."""

    livechess: Annotated[str, Field(max_length=300), AfterValidator(_livechess)] = ""
    round: Annotated[int, Field(ge=1, le=1000)] = 1
    games: list[BoardSection] = []

    @model_validator(mode="after")
    def _fits(self) -> Self:
        numbers = [place.board for place in self.games]
        if twice := [number for number in numbers if numbers.count(number) > 1]:
            raise ValueError(f'games: each board must be there once, and "{twice[0]}" is there twice')
        if self.games and not self.livechess:
            raise ValueError(f'must name where LiveChess is: livechess = "{LIVECHESS}"')
        return self

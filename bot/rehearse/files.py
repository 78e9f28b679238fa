"""The games of a PGN file, one by one, for a rehearsal."""

from collections.abc import Iterator
from typing import BinaryIO

from bot.lichess.simulator.model import Game
from bot.pgn import PgnGame, read_pgn
from bot.rehearse.games import simulated


class UnplayableError(Exception):
    """A game, or a whole file, that cannot be played; the text says which and why."""


def games_in(stream: BinaryIO, name: str) -> Iterator[Game | UnplayableError]:
    """The games that can be played, as `simulated` gives them, and for each other one the reason why it cannot."""
    for game in read_pgn(stream, name):
        if not isinstance(game, PgnGame):
            yield UnplayableError(f"{_place(name, game.number)} cannot be played: {game.reason}")
            continue
        try:
            played = simulated(game)
        except ValueError as error:
            yield UnplayableError(f"{_place(name, game.number)} cannot be played: {error}")
            continue
        yield (
            played if game.moves else UnplayableError(f"{_place(name, game.number)} cannot be played: it has no moves")
        )


def _place(name: str, number: int) -> str:
    return f"{name}, game {number}," if number else name

"""The operator's hand on the games at the boards."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import get_args

import msgspec

from bot.boards.games import (
    LONGEST_NAME,
    LONGEST_ROUND,
    RESULTS,
    BoardEnding,
    BoardGame,
    BoardOutcome,
    Side,
    clean,
    ended_on_the_board,
    read_sans,
    record_of,
)
from bot.boards.tables import Tables
from bot.clock import Clock
from bot.pgn.live import read_live

_LONGEST_BOARD = 40
_LOSERS: dict[BoardOutcome, Side] = {"white_wins": "black", "black_wins": "white"}


class Control:
    """Carries out what the operator says; what cannot be raises ValueError with a sentence."""

    def __init__(self, tables: Tables, clock: Clock, changed: Callable[[], None]) -> None:
        """Take the boards, the time, and whom to tell after each change."""
        self._tables = tables
        self._clock = clock
        self._changed = changed

    # --- Names

    def name_players(self, serial: str, white: str, black: str, round_name: str = "") -> None:
        """Name who plays at a board: in the game that goes on, or in the next one if it is over."""
        names = clean(white, LONGEST_NAME), clean(black, LONGEST_NAME)
        self._tables.table(serial).name_players(*names, clean(round_name, LONGEST_ROUND), self._clock.now_ms())
        self._changed()

    def name_board(self, serial: str, name: str) -> None:
        """Name a board; "" for its number."""
        self._tables.table(serial).rename(clean(name, _LONGEST_BOARD))
        self._changed()

    def name_game(self, game_id: str, white: str, black: str, round_name: str = "") -> None:
        """Correct the players or the round of any game that is remembered."""
        table, game = self._tables.game(game_id)
        game.white, game.black = clean(white, LONGEST_NAME), clean(black, LONGEST_NAME)
        game.round = clean(round_name, LONGEST_ROUND)
        table.contact.tell(game)
        self._changed()

    def begin_round(self, number: int) -> Callable[[], None]:
        """Games that have not begun belong to this round, whatever round was named for their boards before.

        Gives what takes that back.
        """
        if not 1 <= number <= 1000:
            raise ValueError("a round is a number from 1 to 1000")
        named = {table.kept.serial: table.kept.names.round for table in self._tables}
        undo = partial(self._set_round, self._tables.round, named)
        self._set_round(number, {})
        return undo

    def _set_round(self, number: int, named: Mapping[str, str]) -> None:
        self._tables.begin_round(number, named)
        self._changed()

    # --- Games

    def end(
        self, game_id: str, outcome: BoardOutcome, ending: BoardEnding = "unknown", flagged: Side | None = None
    ) -> None:
        """End a game, or give it another end; `flagged` is the side whose flag fell, by default the one that lost."""
        if outcome not in RESULTS or ending not in get_args(BoardEnding) or flagged not in (None, *get_args(Side)):
            raise ValueError("a game cannot end like that")
        table, game = self._tables.game(game_id)
        if outcome == "draw":
            ending = "flag_fall" if ending == "flag_fall" else "draw"
        elif ending == "draw":
            ending = "unknown"
        flagged = _LOSERS.get(outcome, flagged) if ending == "flag_fall" else None
        if not _may_end(game, outcome, ending, flagged):
            raise ValueError("the position on the board ends the game otherwise")
        table.end(game, outcome, ending, flagged, self._clock.now_ms())
        self._changed()

    def reopen(self, game_id: str) -> None:
        """Take the end of a game back: it goes on at its board."""
        table, game = self._tables.game(game_id)
        if game is not table.kept.last:
            raise ValueError("another game has begun at that board")
        if ended_on_the_board(game.position()):
            raise ValueError("the position ends the game: correct its moves instead")
        table.end(game, None, "unknown", None, self._clock.now_ms())
        self._changed()

    def correct(self, game_id: str, sans: Sequence[str]) -> None:
        """Set the moves of a game, from its first move on."""
        table, game = self._tables.game(game_id)
        table.correct(game, read_sans(sans), self._clock.now_ms())
        self._changed()

    def new_game(self, serial: str, sans: Sequence[str] = ()) -> None:
        """Begin another game at a board with the moves that were made; for one whose beginning was not seen."""
        self._tables.table(serial).begin_anew(read_sans(sans), self._clock.now_ms())
        self._changed()

    def turn(self, serial: str) -> None:
        """Read a board from its other side from now on: White sits where Black was thought to."""
        self._tables.table(serial).turn()
        self._changed()


def _may_end(game: BoardGame, outcome: BoardOutcome, ending: BoardEnding, flagged: Side | None) -> bool:
    """Whether the record of a game with such an end says so: a mate on the board is no draw."""
    ended = msgspec.structs.replace(game, outcome=outcome, ending=ending, flagged=flagged)
    finish = read_live(record_of(ended).encode()).game.finish
    return finish is not None and finish.outcome == outcome

"""The section of the rules, for all games and for those of an event."""

from typing import Annotated

from pydantic import BaseModel, Field

from bot.config.values import STRICT
from scoring import Rules
from scoring.amounts import BOOK_LOOKAHEAD, BOOK_MIN_GAMES, FLAG_FALL_NODES
from scoring.options import FlagFall, PawnCredit, PawnTradeEqual, PiecesLeft, Preset, UncastledBonus


class _Section(BaseModel):
    model_config = STRICT


class RulesSection(_Section):
    """The readings of the rules; what is left out comes from the preset."""

    preset: Preset = "letter"
    pawn_trade_equal: PawnTradeEqual = "penalise"
    pieces_left: PiecesLeft | None = None
    uncastled_bonus: UncastledBonus | None = None
    pawn_credit: PawnCredit | None = None
    flag_fall: FlagFall = "chessmail"
    flag_fall_nodes: Annotated[int, Field(ge=1)] = FLAG_FALL_NODES
    book_lookahead: Annotated[int, Field(ge=1)] = BOOK_LOOKAHEAD
    book_min_games: Annotated[int, Field(ge=1)] = BOOK_MIN_GAMES

    def options(self) -> Rules:
        """The rules as the engine takes them."""
        return Rules(**self.model_dump())

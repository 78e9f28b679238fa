"""The rule options: every reading of the rules that can be chosen, and the presets that bundle them."""

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args, get_type_hints

from scoring.amounts import BOOK_LOOKAHEAD, BOOK_MIN_GAMES, FLAG_FALL_NODES

Preset = Literal["letter", "spirit"]
PawnTradeEqual = Literal["penalise", "ignore"]
PiecesLeft = Literal["printed", "mirrored"]
UncastledBonus = Literal["always", "with_rights"]
PawnCredit = Literal["each", "once"]
FlagFall = Literal["chessmail", "fide", "lichess", "server"]

PRESETS: dict[str, dict[str, str]] = {
    "letter": {"pieces_left": "printed", "pawn_credit": "each", "uncastled_bonus": "always"},
    "spirit": {"pieces_left": "mirrored", "pawn_credit": "once", "uncastled_bonus": "with_rights"},
}


class RulesError(ValueError):
    """A rule option has a value that does not exist; the text names the option and what is allowed."""


@dataclass(frozen=True, init=False, slots=True)
class Rules:
    """The options a game is judged by.

    `preset` ("letter": what is printed, "spirit": what the text wants) bundles readings; every option given
    explicitly overrides it. Raises `RulesError` for a value that does not exist.
    """

    preset: Preset
    pawn_trade_equal: PawnTradeEqual
    pieces_left: PiecesLeft
    uncastled_bonus: UncastledBonus
    pawn_credit: PawnCredit
    flag_fall: FlagFall
    flag_fall_nodes: int
    book_lookahead: int
    book_min_games: int

    def __init__(
        self,
        preset: Preset = "letter",
        *,
        pawn_trade_equal: PawnTradeEqual = "penalise",
        pieces_left: PiecesLeft | None = None,
        uncastled_bonus: UncastledBonus | None = None,
        pawn_credit: PawnCredit | None = None,
        flag_fall: FlagFall = "chessmail",
        flag_fall_nodes: int = FLAG_FALL_NODES,
        book_lookahead: int = BOOK_LOOKAHEAD,
        book_min_games: int = BOOK_MIN_GAMES,
    ) -> None:
        """Take the preset and whatever is given beside it."""
        readings = PRESETS[preset] if isinstance(preset, str) and preset in PRESETS else {}
        given: dict[str, Any] = {
            "preset": preset,
            "pawn_trade_equal": pawn_trade_equal,
            "pieces_left": readings.get("pieces_left") if pieces_left is None else pieces_left,
            "uncastled_bonus": readings.get("uncastled_bonus") if uncastled_bonus is None else uncastled_bonus,
            "pawn_credit": readings.get("pawn_credit") if pawn_credit is None else pawn_credit,
            "flag_fall": flag_fall,
            "flag_fall_nodes": flag_fall_nodes,
            "book_lookahead": book_lookahead,
            "book_min_games": book_min_games,
        }
        for option, value in given.items():
            _check(option, value)
            object.__setattr__(self, option, value)

    def as_dict(self) -> dict[str, str | int]:
        """All options by name, as a report names them."""
        return asdict(self)


def _check(option: str, value: object) -> None:
    allowed = get_args(get_type_hints(Rules)[option])
    if allowed:
        if value not in allowed:
            choices = ", ".join(f'"{choice}"' for choice in allowed)
            raise RulesError(f"{option} = {value!r} does not exist; choose one of {choices}")
    elif isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise RulesError(f"{option} = {value!r} must be a whole number of at least 1")

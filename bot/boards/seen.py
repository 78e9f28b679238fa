"""What the reader of a board knows after it has been shown something."""

from dataclasses import dataclass
from typing import Literal

import chess

from scoring import Outcome

State = Literal["set_up", "playing", "odd", "over"]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the reader knows after a position.

    Attributes:
        moves: All moves of the game so far that are certain.
        state: "set_up": waits for the start position; "odd": an arrangement that is no legal continuation, and stays;
            "over": the kings show a result, the next set-up is waited for.
        differs: Where the board differs from the game's position.
        result: What the kings in the centre say.
        game: Counts the games on this board; a new set-up begins the next.
        settle_ms: The time at which to call `tick` if nothing else comes before; None: nothing waits.
    """

    moves: tuple[chess.Move, ...]
    state: State
    differs: tuple[chess.Square, ...]
    result: Outcome | None
    game: int
    settle_ms: int | None

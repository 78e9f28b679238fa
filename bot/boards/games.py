"""A game at a board as it is kept, and its record as PGN, which says all that others have to know of it."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal, TypeAlias

import chess
import msgspec

from scoring import Ending, Outcome

Side: TypeAlias = Literal["white", "black"]
BoardOutcome: TypeAlias = Outcome | Literal["void"]
BoardEnding: TypeAlias = Literal["unknown", "resignation", "draw", "flag_fall", "left", "cheating"]
"""How a game over the board may end beyond what stands on it; "cheating" is a loss by a rules infraction."""

MAX_PLIES = 1_000
LONGEST_NAME = 100
LONGEST_ROUND = 20
RESULTS = {"white_wins": "1-0", "black_wins": "0-1", "draw": "1/2-1/2", "void": "*"}
_NUMBER = re.compile(r"\d{1,3}\.*")
_WORDS = {Ending.RESIGNATION: "Normal", Ending.LEFT: "left the game", Ending.CHEATING: "Rules infraction"}


class BoardGame(msgspec.Struct, kw_only=True):
    """A game at a board.

    `number` counts the games of the board as they are read; `moves` are in UCI, `clocks_ms` tells the mover's clock
    after each ply; `outcome` is None while the game goes on, and `flagged` the side whose flag fell.
    """

    id: str
    number: int
    began_ms: int
    white: str = ""
    black: str = ""
    round: str = ""
    moves: list[str] = []
    clocks_ms: list[int | None] = []
    outcome: BoardOutcome | None = None
    ending: BoardEnding = "unknown"
    flagged: Side | None = None
    ended_ms: int = 0
    by_itself: bool = False
    """Whether the board told the end, and not the operator."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.outcome is not None

    def position(self) -> chess.Board:
        """The position after all moves; raises ValueError for moves that are not legal."""
        board = chess.Board()
        for move in self.moves:
            board.push_uci(move)
        return board

    def sans(self) -> list[str]:
        """The moves as people write them."""
        return sans(chess.Move.from_uci(move) for move in self.moves)


def sans(moves: Iterable[chess.Move]) -> list[str]:
    """Moves from the start as people write them."""
    board = chess.Board()
    return [board.san_and_push(move) for move in moves]


def read_sans(words: Sequence[str]) -> list[chess.Move]:
    """Moves from the start as people write them, with numbers or without; raises ValueError for the first bad one."""
    board = chess.Board()
    moves: list[chess.Move] = []
    for word in (part for text in words for part in text.split()):
        san = _NUMBER.sub("", word, count=1) if _NUMBER.match(word) and not word.startswith("0-0") else word
        if not san:
            continue
        if len(moves) >= MAX_PLIES:
            raise ValueError(f"there are more than {MAX_PLIES} moves")
        try:
            moves.append(board.push_san(san))
        except ValueError:
            raise ValueError(f"{word[:20]!r} is no legal move after {len(moves)} plies") from None
    return moves


def clean(text: str, longest: int) -> str:
    """A text in one line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:longest]


def ended_on_the_board(board: chess.Board) -> BoardOutcome | None:
    """The outcome that a position brings by itself: mate, stalemate, or a draw that nobody has to claim."""
    outcome = board.outcome(claim_draw=False)
    if outcome is None:
        return None
    if outcome.winner is None:
        return "draw"
    return "white_wins" if outcome.winner == chess.WHITE else "black_wins"


def record_of(game: BoardGame) -> str:
    """The record of a game as it stands; its result is "*" while the game goes on."""
    result = RESULTS[game.outcome] if game.outcome else "*"
    began = datetime.fromtimestamp(game.began_ms / 1000, UTC)
    tags = {
        "Event": "?",
        "Site": "?",
        "Date": f"{began:%Y.%m.%d}",
        "Round": game.round or "?",
        "White": game.white or "?",
        "Black": game.black or "?",
        "Result": result,
        "UTCDate": f"{began:%Y.%m.%d}",
        "UTCTime": f"{began:%H:%M:%S}",
    }
    if words := _termination(game):
        tags["Termination"] = words
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{' '.join([*_movetext(game.sans(), game.clocks_ms), result])}\n\n"


def _termination(game: BoardGame) -> str:
    if game.outcome == "void":
        return "Abandoned"
    if game.outcome is None or game.ending != "flag_fall":
        return _WORDS.get(Ending(game.ending), "") if game.outcome else ""
    return f"{game.flagged.capitalize()} ran out of time" if game.flagged else "Time forfeit"


def _movetext(moves: Sequence[str], clocks_ms: Sequence[int | None]) -> Iterator[str]:
    for index, san in enumerate(moves):
        clock_ms = clocks_ms[index] if index < len(clocks_ms) else None
        number = f"{index // 2 + 1}." if index % 2 == 0 else ""
        yield f"{number} {san}".strip()
        if clock_ms is not None:
            yield f"{{[%clk {_clock(clock_ms)}]}}"


def _clock(ms: int) -> str:
    seconds, tenths = divmod(math.floor(ms / 100), 10)
    shown = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{shown}.{tenths}" if tenths else shown


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')

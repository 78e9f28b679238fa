"""A small language for what happens on a board: "e2- e4P ~" is a pawn that is lifted, put down, and left alone."""

import chess

from bot.boards.placement import EMPTY, Placement, changed, placement_of
from bot.boards.reader import BoardReader
from tests.bot.boards.famous import moves_of
from tests.bot.boards.watching import Watch

CLOCKS = {"white": chess.WHITE, "black": chess.BLACK}


class Table:
    """A board with a reader; `board` is what stands on it.

    The words of `do`: "e4P" puts a piece, "e2-" lifts one, "e2-+e4P" both in one message, "~" waits until a move is
    known, "~3000" waits so many milliseconds, "white" and "black" say whose clock runs.
    """

    def __init__(self, moves: str = "", start: chess.Board | None = None) -> None:
        first = start or chess.Board()
        self.watch = Watch(BoardReader(first))
        self.board: Placement = placement_of(first)
        self.start = first
        self.running: chess.Color | None = None
        self.watch.show(self.board)
        position = first.copy()
        for move in moves_of(moves, first):
            position.push(move)
            self.board = placement_of(position)
            self.watch.show(self.board)
            self.watch.wait()
        assert self.sans == moves
        self.watch.said.clear()

    def do(self, steps: str) -> "Table":
        """Do what is written."""
        for word in steps.split():
            if word.startswith("~"):
                self.watch.wait(int(word[1:] or 401))
            elif word in CLOCKS:
                self.running = CLOCKS[word]
                self.watch.show(self.board, running=self.running)
            else:
                squares = {
                    chess.parse_square(change[:2]): EMPTY if change[2] == "-" else change[2]
                    for change in word.split("+")
                }
                self.board = changed(self.board, squares)
                self.watch.show(self.board, running=self.running)
        return self

    def set_up(self, board: chess.Board) -> "Table":
        """Everything is put as on another board, in one message."""
        self.board = placement_of(board)
        self.watch.show(self.board)
        return self

    @property
    def sans(self) -> str:
        """The moves that are known, as people write them."""
        assert self.watch.seen
        return self.written(self.watch.seen.moves)

    @property
    def said(self) -> list[str]:
        """Everything that was said about the moves, one after the other."""
        return [self.written(moves) for moves in self.watch.said]

    @property
    def state(self) -> str:
        """The reader's state."""
        assert self.watch.seen
        return self.watch.seen.state

    @property
    def waits(self) -> bool:
        """Whether the reader waits for something to settle."""
        return self.watch.seen is not None and self.watch.seen.settle_ms is not None

    def written(self, moves: tuple[chess.Move, ...]) -> str:
        """Moves from the start of the game as people write them."""
        board = self.start.copy()
        return " ".join(board.san_and_push(move) for move in moves)

"""Hands that play a whole game as people do: they adjust pieces, change their minds, slide too far, and are hasty."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import chess

from bot.boards.placement import EMPTY, Placement, changed, placement_of
from tests.bot.boards.famous import Line
from tests.bot.boards.hands import Step, orders

REST_MS = 1_500
"""How long nothing moves when a player thinks."""


@dataclass(frozen=True)
class Message:
    """What the board shows.

    `complete` is how many plies have been carried out, `known` of how many a reader must know then,
    and `running` whose clock runs.
    """

    placement: Placement
    after_ms: int
    complete: int
    known: int = 0
    running: chess.Color | None = None


class Hands:
    """A game with noise, as messages."""

    def __init__(self, game: Line, random: Random, *, clock: bool = False, hasty: bool = True) -> None:
        self.noise: Counter[str] = Counter()
        self.is_calm = False
        """Whether nothing but the pieces of the next move is touched."""
        self._game = game
        self._random = random
        self._clock = clock
        self._board = chess.Board()
        self._shown = placement_of(self._board)
        self._complete = 0
        self._running = chess.WHITE
        self._hasty = hasty
        self._is_known = True

    def plies(self) -> Iterator[list[Message]]:
        """The messages of each ply."""
        ahead: list[Step] = []
        for ply, move in enumerate(self._game):
            steps = ahead or self._steps(move)
            self._running = self._board.turn
            messages = [] if ahead or self.is_calm else [*self._before(move)]
            messages += self._carry_out(move, steps[:-1])
            self._board.push(move)
            may_be_hasty = self._hasty and self._is_known and ply + 1 < len(self._game)
            ahead = self._hasty_steps(self._game[ply + 1], steps[-1]) if may_be_hasty else []
            if ahead:
                messages += self._show("hasty", ahead.pop(0))
            self._complete += 1
            messages += self._show("", steps[-1])
            after = [] if ahead else [*self._after()]
            self._is_known = any(message.known for message in after) and not self._clock
            yield messages + after

    def _steps(self, move: chess.Move) -> list[Step]:
        return list(self._random.choice(orders(self._board, move)).steps)

    def _before(self, move: chess.Move) -> Iterator[Message]:
        if self._happens(0.2):
            yield from self._adjust()
        if self._happens(0.1):
            yield from self._change_mind(move)

    def _carry_out(self, move: chess.Move, steps: list[Step]) -> Iterator[Message]:
        for step in steps:
            yield from self._show("", step)
            is_in_the_air = self._shown[move.from_square] == EMPTY and self._shown[move.to_square] == EMPTY
            if is_in_the_air and not self._board.is_castling(move) and not move.promotion and self._happens(0.2):
                yield from self._hover(move)

    def _adjust(self) -> Iterator[Message]:
        """Some pieces are lifted and put back, one after the other or together, and one is seen on a wrong square."""
        squares = self._random.sample(sorted(self._board.piece_map()), self._random.randint(1, 3))
        for square in squares:
            yield from self._show("adjusted", (square, EMPTY))
        legal = {move.to_square for move in self._board.legal_moves if move.from_square == squares[0]}
        wrong = [square for square in self._empty() if square not in legal and square not in squares]
        if wrong and squares[0] != self._last_square() and self._happens(0.3):
            square = self._random.choice(wrong)
            yield from self._show("adjusted on a wrong square", (square, self._symbol(squares[0])))
            yield from self._show("", (square, EMPTY))
        for square in self._random.sample(squares, len(squares)):
            yield from self._show("", (square, self._symbol(square)))

    def _change_mind(self, move: chess.Move) -> Iterator[Message]:
        """Another piece is lifted, perhaps put where it could go on along its line, and put back."""
        legal = [other for other in self._board.legal_moves if other.from_square != move.from_square]
        if not legal:
            return
        other = self._random.choice(legal)
        symbol = self._symbol(other.from_square)
        yield from self._show("put back", (other.from_square, EMPTY))
        if any(_go_on(other, longer) for longer in legal) and not self._board.is_capture(other) and not other.promotion:
            yield from self._show("put elsewhere and back", (other.to_square, symbol))
            yield from self._show("", (other.to_square, EMPTY))
        yield from self._show("", (other.from_square, symbol))

    def _hover(self, move: chess.Move) -> Iterator[Message]:
        """The piece in the hand is seen on a square where it is not put; as a destination only along its way."""
        legal = [other for other in self._board.legal_moves if other.from_square == move.from_square]
        near = [
            square
            for square in self._empty()
            if square not in (move.from_square, move.to_square)
            and min(chess.square_distance(square, end) for end in (move.from_square, move.to_square)) <= 2
            and all(other.to_square != square or _go_on(other, move) for other in legal)
        ]
        if near:
            square = self._random.choice(near)
            yield from self._show("seen on a wrong square", (square, self._symbol(move.from_square)))
            yield from self._show("", (square, EMPTY))

    def _hasty_steps(self, move: chess.Move, last: Step) -> list[Step]:
        """The steps of the next player, who lifts a piece before the last one is put down; none if nobody is hasty.

        That happens when the move before the last one has been seen alone for long enough.
        """
        steps = self._steps(move)
        square, content = steps[0]
        is_own = self._board.color_at(square) == self._board.turn
        is_hasty = content == EMPTY and is_own and last[1] != EMPTY and self._shown[square] == self._symbol(square)
        return steps if is_hasty and self._happens(0.15) else []

    def _after(self) -> Iterator[Message]:
        """The player presses the clock, or the next one thinks, or is quick."""
        if self._clock:
            yield Message(self._shown, self._random.randint(20, 150), self._complete, self._complete, self._board.turn)
        elif self._happens(0.6):
            yield Message(self._shown, REST_MS, self._complete, self._complete)

    def _show(self, noise: str, step: Step) -> list[Message]:
        self.noise[noise] += bool(noise)
        self._shown = changed(self._shown, {step[0]: step[1]})
        repeats = 2 if self._happens(0.1) else 1
        self.noise["repeated"] += repeats - 1
        running = self._running if self._clock else None
        return [
            Message(self._shown, self._random.randint(20, 150), self._complete, running=running) for _ in range(repeats)
        ]

    def _happens(self, probability: float) -> bool:
        return self._random.random() < probability

    def _symbol(self, square: chess.Square) -> str:
        piece = self._board.piece_at(square)
        assert piece
        return piece.symbol()

    def _last_square(self) -> chess.Square | None:
        return self._board.peek().to_square if self._board.move_stack else None

    def _empty(self) -> list[chess.Square]:
        return [square for square in chess.SQUARES if self._shown[square] == EMPTY]


def _go_on(move: chess.Move, other: chess.Move) -> bool:
    """Whether one of two moves of a piece goes on where the other one ends."""
    ends = (move.to_square, other.to_square)
    return move.from_square == other.from_square and any(
        one in chess.SquareSet.between(move.from_square, end) for one, end in (ends, ends[::-1])
    )

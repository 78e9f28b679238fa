"""What is to be proved of a followed game, the proving itself, and what stays proved when the game goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import chess

from bot.updates import Clocks
from scoring import Ending, Finish, Game, Proofs, Prove, Rules, Winnability, note_dead_position, replay, winnability
from scoring.flagfall import seen_at_once

DISPLAY_NODES = 2_000
"""The nodes of a proof that is only shown: of real positions they leave one in a thousand open, and take 0.2 s."""
LOW_MS = 60_000
"""A clock under this may run out soon."""
THIN = 2
"""A side with at most so many men beside its king may have too few of them to mate."""

Moves = Sequence[chess.Move]


@dataclass(frozen=True, slots=True)
class Question:
    """Which sides can still mate in a position of a game."""

    game_id: str
    start: chess.Board
    moves: tuple[chess.Move, ...]
    winners: tuple[chess.Color, ...]
    low_ms: int
    """The lower clock: how soon the answer may be needed."""
    over: bool = False
    """The result waits for it: the game has ended and is decided by "fide"."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The answer to a question."""

    proofs: Mapping[chess.Color, Winnability]
    dead_ply: int | None
    """The first dead position, where it was looked for: under "fide", in a game that is over or may be dead."""


def worth_proving(board: chess.Board, clocks: Clocks, finish: Finish | None, rules: Rules) -> bool:
    """Whether a position deserves a full proof.

    It does when it may soon be needed or may well be drawn: a clock is under a minute, the material is thin, or the
    pawns are blocked. A game that is over deserves one if it ended on time, and under "fide" always: it may be dead.
    """
    if finish is not None:
        return rules.flag_fall == "fide" or finish.ending == Ending.FLAG_FALL
    return lower_ms(clocks) < LOW_MS or _is_thin(board) or _is_blocked(board)


def lower_ms(clocks: Clocks) -> int:
    """The lower of the known clocks; without clocks a day."""
    return min((ms for ms in (clocks.white_ms, clocks.black_ms) if ms is not None), default=24 * 60 * 60_000)


def _is_thin(board: chess.Board) -> bool:
    return any(board.occupied_co[side].bit_count() <= 1 + THIN for side in chess.COLORS)


def _is_blocked(board: chess.Board) -> bool:
    """Whether there are pawns, and another pawn stands before each of them."""
    white, black = (board.pawns & board.occupied_co[side] for side in (chess.WHITE, chess.BLACK))
    free = (white << 8 | black >> 8) & ~board.pawns
    return bool(board.pawns) and not free


def prover(question: Question, rules: Rules) -> Prove:
    """Whoever proves: for a result just as for a report, else with so few nodes that others need not wait long.

    More nodes only decide more, so the end never takes back what was shown before as proved of the same position.
    """
    if question.over:
        return Proofs(rules)
    return partial(winnability, nodes=min(DISPLAY_NODES, rules.flag_fall_nodes))


def analyse(question: Question, rules: Rules, prove: Prove) -> Analysis:
    """Answer a question, which may take seconds. Under "fide" a dead position is looked for as a report does."""
    game = replay(question.moves, question.start)
    proofs = {winner: prove(game.board, winner) for winner in question.winners}
    may_be_dead = all(proof.answer == "unwinnable" for proof in proofs.values())
    if rules.flag_fall == "fide" and (question.over or may_be_dead):
        note_dead_position(game, prove)
    return Analysis(proofs, game.dead_ply)


def carried(found: Winnability, played: Moves) -> Winnability | None:
    """What a proof says after the moves played since; None if it says nothing any more.

    What no series of moves can bring about stays out of reach, and a mating line holds as long as it is followed.
    """
    if not played:
        return found
    if found.answer == "unwinnable":
        return replace(found, units=0)
    if found.witness is not None and list(found.witness[: len(played)]) == list(played):
        return replace(found, witness=found.witness[len(played) :], units=0)
    return None


class KnownProofs:
    """What is known of both sides of one game: what the position says at once, and the latest proofs.

    Of these it keeps the moves after which they were made, and of the position what it says, as long as it stands.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._found: dict[chess.Color, tuple[list[chess.Move], Winnability]] = {}
        self._looked_at: list[chess.Move] | None = None
        self._seen: dict[chess.Color, Winnability | None] = {}

    def take(self, moves: Moves, proofs: Mapping[chess.Color, Winnability]) -> None:
        """Remember proofs made after some moves."""
        self._found |= {winner: (list(moves), found) for winner, found in proofs.items()}

    def get(self, game: Game, winner: chess.Color) -> Winnability | None:
        """What is known of a side after the last move of its game; None if a proof is needed."""
        if self._looked_at != game.moves:
            self._looked_at = game.moves.copy()
            self._seen = {side: seen_at_once(game.board, side) for side in chess.COLORS}
        return self._seen[winner] or self._proved(game.moves, winner)

    def _proved(self, moves: Moves, winner: chess.Color) -> Winnability | None:
        """What is proved of a side after some moves, also by an earlier proof; None after a takeback before that."""
        known, found = self._found.get(winner, (None, None))
        if known is None or found is None or known != list(moves[: len(known)]):
            return None
        return carried(found, moves[len(known) :])

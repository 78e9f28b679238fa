"""Physical sequences made from games: every legal move in every order, and whole games with noise."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

import chess

from bot.boards.placement import Placement, placement_of
from bot.boards.reader import BoardReader
from tests.bot.boards.famous import Line
from tests.bot.boards.hands import Order, orders
from tests.bot.boards.noise import Hands, Message
from tests.bot.boards.watching import Watch

ENOUGH_MS = 401
"""After which time a move that stands alone must be known."""


@dataclass
class Figures:
    """What was shown to readers, and what came of it; `wrong` tells where a reader was wrong, or late."""

    games: int = 0
    moves: int = 0
    sequences: int = 0
    messages: int = 0
    at_once: int = 0
    helped: int = 0
    noise: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = ", ".join(f"{count:,} {name}" for name, count in sorted(self.noise.items()))
        return (
            f"{self.games:,} games, {self.moves:,} moves, {self.sequences:,} sequences, {self.messages:,} messages, "
            f"{self.at_once:,} moves known with the message that completes them, {self.helped:,} games set right by "
            f"the operator, {len(self.wrong)} wrong{f' ({counted})' if counted else ''}"
        )


# --- Every legal move of every position


def every_order(games: Iterable[Line], start: chess.Board | None = None, every: int = 1, first: int = 0) -> Figures:
    """Show every legal move in every order, at each `every`th position of the games."""
    figures = Figures()
    for game in games:
        figures.games += 1
        board = start.copy() if start else chess.Board()
        watch = Watch(BoardReader(board))
        watch.show(placement_of(board))
        for ply, move in enumerate(game):
            if (ply + first) % every == 0:
                for legal in board.legal_moves:
                    figures.moves += 1
                    for order in orders(board, legal):
                        _show_order(watch.copy(), board, legal, order, figures)
            board.push(move)
            watch.show(placement_of(board))
            watch.wait()
    return figures


def _show_order(watch: Watch, board: chess.Board, move: chess.Move, order: Order, figures: Figures) -> None:
    assert watch.seen
    before = watch.seen.moves
    shown = order.shown(placement_of(board))
    watch.show_all(shown[:-1])
    early = any(said != before for said in watch.said)
    watch.show(shown[-1])
    figures.sequences += 1
    figures.messages += len(shown)
    figures.at_once += watch.seen.moves == (*before, move)
    watch.wait(ENOUGH_MS)
    if early or watch.seen.moves != (*before, move) or watch.seen.differs:
        figures.wrong.append(f"{board.fen()} {move.uci()} {order.name}: {[list(map(str, s[-2:])) for s in watch.said]}")


# --- Boards that were not heard for some moves


def gaps(games: Iterable[Line], plies: int, every: int = 1) -> Figures:
    """At each `every`th position nothing is told of so many plies, and then the board as it is.

    The moves must be right, or the reader must know that there is a doubt. It cannot be helped where fewer moves,
    moves taken back, or a move and a lifted piece lead to the same board; `noise` counts all three.
    """
    figures = Figures()
    for number, game in enumerate(games):
        figures.games += 1
        placements = [_placement_after(game[:ply]) for ply in range(len(game) + 1)]
        watch = Watch(BoardReader())
        for ply in range(len(game) - plies + 1):
            watch.show(placements[ply])
            watch.wait()
            if ply % every == number % every and watch.seen and watch.seen.moves == game[:ply]:
                _show_gap(watch.copy(), game[: ply + plies], plies, placements[ply + plies], figures)
    return figures


def _show_gap(watch: Watch, game: Line, plies: int, placement: Placement, figures: Figures) -> None:
    figures.sequences += 1
    figures.messages += 1
    figures.moves += plies
    watch.show(placement)
    seen = watch.wait(25_000)
    assert seen
    if seen.moves == game:
        figures.noise["found"] += 1
    elif seen.state == "odd" and seen.moves == game[:-plies]:
        figures.noise["in doubt"] += 1
    elif len(seen.moves) < len(game) and (not seen.differs or seen.state == "odd"):
        figures.noise["as good"] += 1
    else:
        figures.wrong.append(f"{chess.Board().variation_san(game)}: {seen}")


# --- Whole games with noise


def noisy_games(games: Iterable[Line], seed: int) -> Figures:
    """Play the games with noise, every third one with a clock."""
    figures = Figures()
    for number, game in enumerate(games):
        hands = Hands(game, Random(f"{seed} {number}"), clock=number % 3 == 0)
        watch = _begin(game, figures)
        for messages in hands.plies():
            _show_messages(watch, messages, game, figures, f"game {number}")
        _end(watch, game, figures, f"game {number}")
        figures.noise += hands.noise
    return figures


def lossy_games(games: Iterable[Line], seed: int) -> Figures:
    """Play the games with noise; of some moves no message arrives, and where there is a doubt the operator helps."""
    figures = Figures()
    for number, game in enumerate(games):
        random = Random(f"{seed} {number}")
        hands = Hands(game, random, hasty=False)
        watch = _begin(game, figures)
        for messages in hands.plies():
            hands.is_calm = not hands.is_calm and random.random() < 0.06  # never two moves running
            if hands.is_calm:
                figures.noise["lost"] += 1
                watch.wait(2_000)
                continue
            _show_messages(watch, [replace(message, known=0) for message in messages], game, figures, f"game {number}")
            if messages[-1].known:
                _help(watch, game[: messages[-1].known], figures, f"game {number}")
        _end(watch, game, figures, f"game {number}")
        figures.noise += hands.noise
    return figures


def _help(watch: Watch, game: Line, figures: Figures, name: str) -> None:
    """Tell the moves if the reader does not know them; it must have called the board odd then.

    A board that looks as it did before was taken back, for all anybody can see.
    """
    if watch.seen and watch.seen.moves != game:
        watch.wait(25_000)
    if watch.seen and watch.seen.moves != game:
        figures.helped += 1
        if watch.seen.state != "odd" and watch.seen.differs:
            figures.wrong.append(f"{name}, ply {len(game)}: in doubt, and {watch.seen.state}")
        watch.seen = watch.reader.set_moves(game)


def _begin(game: Line, figures: Figures) -> Watch:
    figures.games += 1
    figures.sequences += 1
    figures.moves += len(game)
    watch = Watch(BoardReader())
    watch.show(_placement_after(()))
    return watch


def _show_messages(watch: Watch, messages: list[Message], game: Line, figures: Figures, name: str) -> None:
    for message in messages:
        watch.said.clear()
        watch.wait(message.after_ms)
        early = watch.said[:]
        seen = watch.show(message.placement, 0, message.running)
        figures.messages += 1
        before = message.complete - 1
        if any(said != game[: len(said)] or len(said) > before + 1 for said in (*early, seen.moves)):
            figures.wrong.append(f"{name}, ply {message.complete}: {[move.uci() for move in seen.moves[-3:]]}")
        if len(seen.moves) < message.known:
            figures.wrong.append(f"{name}, ply {message.complete}: not known, only {len(seen.moves)}")


def _end(watch: Watch, game: Line, figures: Figures, name: str) -> None:
    watch.show(_placement_after(game))
    seen = watch.wait(25_000)
    if seen is None or seen.moves != game:
        figures.wrong.append(f"{name}, at the end: {seen and len(seen.moves)} of {len(game)} plies known")


def _placement_after(game: Line) -> Placement:
    board = chess.Board()
    for move in game:
        board.push(move)
    return placement_of(board)

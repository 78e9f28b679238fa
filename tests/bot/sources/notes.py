"""A listener that notes all it hears, and lets followed games check that it could happen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import chess

from bot.follower.followed import FollowedGame
from bot.updates import GameUpdate, Transport
from scoring import Rules


def san(moves: Sequence[chess.Move], start: chess.Board | None = None) -> str:
    """Moves as people write them, without numbers."""
    board = (start or chess.Board()).copy()
    return " ".join(board.san_and_push(move) for move in moves)


@dataclass
class Notes:
    """All that a source of whole games told."""

    updates: list[GameUpdate] = field(default_factory=list)
    games: dict[str, FollowedGame] = field(default_factory=dict)
    signs: Counter[str] = field(default_factory=Counter)

    def found(self, game_id: str, origin: str) -> None:
        raise AssertionError("a source of whole games needs no other transport")

    def carried(self, update: GameUpdate, transport: Transport, origin: str) -> None:
        assert transport == "source"
        assert origin
        self.games.setdefault(update.id, FollowedGame(update.id, Rules())).apply(update, 0)
        self.updates.append(update)

    def released(self, game_id: str, origin: str) -> None:
        raise AssertionError("a source of whole games leaves none")

    def heard(self, game_id: str) -> None:
        assert game_id in self.games
        self.signs[game_id] += 1

    def suspected(self, game_id: str) -> None:
        raise AssertionError("a source of whole games knows the end by itself")

    def told(self, game_id: str) -> list[str]:
        """What happened to a game, with its moves."""
        updates = [update for update in self.updates if update.id == game_id]
        return [f"{update.happening}: {san(update.moves, update.info.start)}".rstrip(" :") for update in updates]

    def happenings(self, game_id: str) -> list[str]:
        """What happened to a game."""
        return [str(update.happening) for update in self.updates if update.id == game_id]

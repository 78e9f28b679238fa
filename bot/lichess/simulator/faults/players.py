"""Faults in what lines tell of players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.lichess.simulator.faults.base import Chunk, Fault, Step
from bot.lichess.simulator.faults.edits import Edit, Message, decoded, everywhere, with_value, without
from bot.lichess.simulator.faults.fields import FieldFault


@dataclass(frozen=True)
class UserMissing(FieldFault):
    """Players have no name, as if they were anonymous."""

    def edit(self, message: Message) -> Message:
        """The message without users."""
        named = {"user", "userId", "id", "name", "title"}
        message = each_player(message, lambda player: without(player, named))
        changed: Message = everywhere(message, lambda holder: without(holder, {"user"}))
        return changed


@dataclass(frozen=True)
class AiOnly(FieldFault):
    """Of each player only a level of the engine is told."""

    level: int = 3

    def edit(self, message: Message) -> Message:
        """The message with engines as players."""
        return each_player(message, lambda _: {"aiLevel": self.level})


@dataclass(frozen=True)
class OmitPlaying(Fault):
    """The status of users leaves out those who play."""

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The list of the others."""
        users = decoded(chunk.data)
        if isinstance(users, list):
            others = [user for user in users if not (isinstance(user, dict) and user.get("playing"))]
            chunk = with_value(chunk, others)
        yield chunk


def each_player(message: Message, edit: Edit) -> Message:
    """The message with both players changed, in the forms of the move stream and of the stream of an own game."""
    if isinstance(message.get("players"), dict):
        sides = {side: edit(player) for side, player in message["players"].items() if isinstance(player, dict)}
        return message | {"players": sides}
    return message | {side: edit(message[side]) for side in ("white", "black") if isinstance(message.get(side), dict)}

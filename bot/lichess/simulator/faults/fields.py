"""Faults in what a line says: keys that nobody knows, in another order, with other values, or missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bot.lichess.simulator.faults.base import Chunk, Fault, Step
from bot.lichess.simulator.faults.edits import Message, decoded, edited, everywhere, with_status, with_value

_TAG_END = b"]\n"


class FieldFault(Fault):
    """A fault that changes the JSON objects of lines, and perhaps games in PGN; keepalives stay as they are."""

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The changed line."""
        if not self.concerns(chunk):
            yield chunk
        elif chunk.data.lstrip().startswith(b"[") and decoded(chunk.data) is None:
            yield replace(chunk, data=self.edit_pgn(chunk.data))
        else:
            yield edited(chunk, self.edit)

    def concerns(self, chunk: Chunk) -> bool:
        """Whether the fault has to do with a chunk: with every line."""
        return chunk.line is not None

    def edit(self, message: Message) -> Message:
        """Another message."""
        return message

    def edit_pgn(self, pgn: bytes) -> bytes:
        """Another game."""
        return pgn


@dataclass(frozen=True)
class ExtraKeys(FieldFault):
    """Every line carries keys that nobody knows; a game in PGN such a tag."""

    keys: tuple[tuple[str, Any], ...] = (("futureKey", {"nested": [1, 2, 3]}), ("note", "é"))

    def edit(self, message: Message) -> Message:
        """The message with the keys."""
        return message | dict(self.keys)

    def edit_pgn(self, pgn: bytes) -> bytes:
        """The game with the tag."""
        return pgn.replace(_TAG_END, _TAG_END + '[FutureTag "é"]\n'.encode(), 1)


@dataclass(frozen=True)
class ReorderedKeys(FieldFault):
    """The keys of all objects come in another order."""

    seed: int = 0

    def edit(self, message: Message) -> Message:
        """The same message, mixed."""
        mixed: Message = _mixed(message, Random(self.seed))
        return mixed


def _mixed(value: Any, random: Random) -> Any:
    if isinstance(value, list):
        return [_mixed(item, random) for item in value]
    if isinstance(value, dict):
        return {key: _mixed(value[key], random) for key in random.sample(list(value), len(value))}
    return value


@dataclass(frozen=True)
class HugeLine(FieldFault):
    """A line is so long that a reader may not take it."""

    line: int
    size: int = 1_000_000

    def concerns(self, chunk: Chunk) -> bool:
        """Whether it is this line."""
        return chunk.line == self.line

    def edit(self, message: Message) -> Message:
        """The message with a long text that nobody knows."""
        return message | {"futureText": "x" * self.size}

    def edit_pgn(self, pgn: bytes) -> bytes:
        """The game with a long tag."""
        return pgn.replace(_TAG_END, _TAG_END + b'[FutureTag "' + b"x" * self.size + b'"]\n', 1)


@dataclass(frozen=True)
class UnknownStatus(FieldFault):
    """The game ends with a status that did not exist when the client was written."""

    id: int = 61
    name: str = "futureEnd"

    def concerns(self, chunk: Chunk) -> bool:
        """Whether it is the final line."""
        return chunk.final

    def edit(self, message: Message) -> Message:
        """The final line with the status."""
        return with_status(message, self.id, self.name)


@dataclass(frozen=True)
class ChinesePerf(FieldFault):
    """The stream of an own game names the kind of rating in the language of the account."""

    name: str = "慢棋"

    def edit(self, message: Message) -> Message:
        """The name in Chinese where it is a name and not a key."""
        return message | ({"perf": {"name": self.name}} if isinstance(message.get("perf"), dict) else {})


@dataclass(frozen=True)
class WrongMoveNumbers(FieldFault):
    """The FENs of some lines count moves wrongly."""

    line: int
    count: int = 5
    by: int = 1

    def concerns(self, chunk: Chunk) -> bool:
        """Whether it is one of these lines."""
        return chunk.line is not None and self.line <= chunk.line < self.line + self.count

    def edit(self, message: Message) -> Message:
        """The message with another number at the end of its FEN."""

        def wrong(holder: Message) -> Message:
            fields = str(holder.get("fen", "")).split()
            if len(fields) < 6:
                return holder
            number = str(int(fields[5]) + self.by)
            return holder | {"fen": " ".join([*fields[:5], number, *fields[6:]])}

        miscounted: Message = everywhere(message, wrong)
        return miscounted


@dataclass(frozen=True)
class StaleDrawFlag(Fault):
    """The move that declines a draw offer still carries its flag on the stream of an own game."""

    def rewrite_chunk(self, chunk: Chunk) -> Iterator[Step]:
        """The state of the move with the flags of the state before it."""
        state, before = decoded(chunk.data), decoded(chunk.before)
        if isinstance(state, dict) and isinstance(before, dict) and state.get("type") == "gameState":
            before = before.get("state", before)
            if state.get("moves") != before.get("moves"):
                chunk = with_value(chunk, state | {key: True for key in ("wdraw", "bdraw") if before.get(key)})
        yield chunk

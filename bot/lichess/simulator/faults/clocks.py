"""Faults in the clocks that lines tell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from bot.lichess.simulator.faults.base import Chunk
from bot.lichess.simulator.faults.edits import Message, everywhere, without
from bot.lichess.simulator.faults.fields import FieldFault

_CLOCKS: Final = {"wc", "bc", "wtime", "btime", "seconds", "secondsLeft", "clocks"}
_OTHERS: Final = {"wc": "bc", "bc": "wc", "wtime": "btime", "btime": "wtime"}


@dataclass(frozen=True)
class ClocksMissing(FieldFault):
    """No line tells a clock."""

    def edit(self, message: Message) -> Message:
        """The message without clocks."""
        untimed: Message = everywhere(message, lambda holder: without(holder, _CLOCKS))
        return untimed

    def edit_pgn(self, pgn: bytes) -> bytes:
        """The game without `[%clk]`."""
        return re.sub(rb"\{ \[%clk [^\]]*\] \} ?|\[%clk [^\]]*\] ?", b"", pgn)


@dataclass(frozen=True)
class ClocksSwapped(FieldFault):
    """Each side's clock is told as the other's."""

    def edit(self, message: Message) -> Message:
        """The message with the clocks in each other's place."""
        swapped: Message = everywhere(
            message, lambda holder: {_OTHERS.get(key, key): value for key, value in holder.items()}
        )
        return swapped


@dataclass(frozen=True)
class ClockUp(FieldFault):
    """From a line on one clock shows more than it can, as if time was given."""

    line: int
    side: Literal["w", "b"] = "w"
    seconds: int = 15

    def concerns(self, chunk: Chunk) -> bool:
        """Whether it is this line or a later one."""
        return chunk.line is not None and chunk.line >= self.line

    def edit(self, message: Message) -> Message:
        """The message with the higher clock."""
        more = {f"{self.side}c": self.seconds, f"{self.side}time": self.seconds * 1000}

        def up(holder: Message) -> Message:
            return holder | {key: holder[key] + by for key, by in more.items() if isinstance(holder.get(key), int)}

        later: Message = everywhere(message, up)
        return later

"""What can go wrong between Lichess and a client, each as a small object that spoils one answer.

A fault either replaces an answer (`Refuse`) or rewrites the chunks of a stream on their way out. Faults hold no state
and know no chance: which requests they hit is counted by `FaultPlan`, so a run can be repeated exactly.
"""

from bot.lichess.simulator.faults.answers import (
    BAD_GATEWAY,
    NOT_FOUND,
    RATE_LIMIT,
    RATE_LIMIT_HTML,
    SERVER_ERROR,
    Refuse,
    SlowOpen,
)
from bot.lichess.simulator.faults.base import Chunk, Fault, Step, Stop
from bot.lichess.simulator.faults.lines import (
    ByteByByte,
    Duplicate,
    ExtraKeys,
    FinalLine,
    Lose,
    OneChunk,
    StopAt,
    UnknownLine,
    UnknownStatus,
)
from bot.lichess.simulator.faults.plan import FaultPlan

__all__ = [
    "BAD_GATEWAY",
    "NOT_FOUND",
    "RATE_LIMIT",
    "RATE_LIMIT_HTML",
    "SERVER_ERROR",
    "ByteByByte",
    "Chunk",
    "Duplicate",
    "ExtraKeys",
    "Fault",
    "FaultPlan",
    "FinalLine",
    "Lose",
    "OneChunk",
    "Refuse",
    "SlowOpen",
    "Step",
    "Stop",
    "StopAt",
    "UnknownLine",
    "UnknownStatus",
]

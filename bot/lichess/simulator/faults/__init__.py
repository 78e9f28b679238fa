"""What can go wrong between Lichess and a client, each as a small object that spoils one answer.

A fault replaces an answer (`answers`), stops it or spoils its lines on their way out (`lines`, `pieces`, `fields`,
`clocks`, `players`), or changes what is true (`truth`). Faults hold no state and know no chance: which requests they
hit is counted by `FaultPlan`, so a run can be repeated exactly. `chaos` draws a plan of all of them.
"""

from bot.lichess.simulator.faults.answers import (
    ABORTED_GONE,
    BAD_GATEWAY,
    EMPTY_AT_200,
    FORBIDDEN,
    HTML_AT_200,
    NOT_FOUND,
    RATE_LIMIT,
    RATE_LIMIT_HTML,
    RATE_LIMIT_RETRY_AFTER,
    RATE_LIMIT_SECONDS,
    SERVER_ERROR,
    UNAUTHORIZED,
    UNAVAILABLE,
    HangUp,
    Lagging,
    Refuse,
    SlowOpen,
    lag_ms,
)
from bot.lichess.simulator.faults.base import Chunk, Fault, Step, Stop
from bot.lichess.simulator.faults.clocks import ClocksMissing, ClocksSwapped, ClockUp
from bot.lichess.simulator.faults.fields import (
    ChinesePerf,
    ExtraKeys,
    HugeLine,
    ReorderedKeys,
    StaleDrawFlag,
    UnknownStatus,
    WrongMoveNumbers,
)
from bot.lichess.simulator.faults.lines import (
    AbortAfterFinal,
    DropHead,
    Duplicate,
    FinalLine,
    Lose,
    StopAt,
    StopWhenIdle,
    UnknownLine,
)
from bot.lichess.simulator.faults.pieces import ByteByByte, Gzip, OneChunk, RandomPieces
from bot.lichess.simulator.faults.plan import FaultPlan
from bot.lichess.simulator.faults.players import AiOnly, OmitPlaying, UserMissing
from bot.lichess.simulator.faults.truth import Abort, Restart

__all__ = [
    "ABORTED_GONE",
    "BAD_GATEWAY",
    "EMPTY_AT_200",
    "FORBIDDEN",
    "HTML_AT_200",
    "NOT_FOUND",
    "RATE_LIMIT",
    "RATE_LIMIT_HTML",
    "RATE_LIMIT_RETRY_AFTER",
    "RATE_LIMIT_SECONDS",
    "SERVER_ERROR",
    "UNAUTHORIZED",
    "UNAVAILABLE",
    "Abort",
    "AbortAfterFinal",
    "AiOnly",
    "ByteByByte",
    "ChinesePerf",
    "Chunk",
    "ClockUp",
    "ClocksMissing",
    "ClocksSwapped",
    "DropHead",
    "Duplicate",
    "ExtraKeys",
    "Fault",
    "FaultPlan",
    "FinalLine",
    "Gzip",
    "HangUp",
    "HugeLine",
    "Lagging",
    "Lose",
    "OmitPlaying",
    "OneChunk",
    "RandomPieces",
    "Refuse",
    "ReorderedKeys",
    "Restart",
    "SlowOpen",
    "StaleDrawFlag",
    "Step",
    "Stop",
    "StopAt",
    "StopWhenIdle",
    "UnknownLine",
    "UnknownStatus",
    "UserMissing",
    "WrongMoveNumbers",
    "lag_ms",
]

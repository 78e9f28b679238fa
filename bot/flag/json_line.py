"""What a flag fall means, as one line of JSON."""

import json
from typing import Any

import chess

from bot.flag.finding import FlagFall
from scoring.case import side_name
from scoring.words import LANGUAGES, verdict_text


def answer_line(fen: str, found: FlagFall) -> str:
    """The answer to one line of `unruh flag -`."""
    return _line(_answer(fen, found, ("chessmail", "lichess", "fide")))


def error_line(fen: str, reason: str) -> str:
    """The answer to a line that cannot be judged."""
    return _line({"fen": fen, "error": reason})


def full_line(fen: str, found: FlagFall, dead: bool | None) -> str:
    """The answer of `unruh flag FEN --json`: all four policies with their reasons, and whether the position is dead."""
    answer = _answer(fen, found, tuple(found.verdicts))
    reasons = {
        policy: {
            "code": verdict.reason,
            "squares": [chess.square_name(square) for square in chess.scan_forward(verdict.units)],
            "text": {language: verdict_text(verdict, language) for language in LANGUAGES},
        }
        for policy, verdict in found.verdicts.items()
    }
    return _line({**answer, "flagged": side_name(not found.winner), "dead": dead, "reasons": reasons})


def _answer(fen: str, found: FlagFall, policies: tuple[str, ...]) -> dict[str, Any]:
    results = {policy: "win" if found.verdicts[policy].wins else "draw" for policy in policies}
    witness = found.proof.witness
    return {
        "fen": fen,
        "winner": side_name(found.winner),
        "verdicts": {**results, "fide": found.proof.answer},
        "reason": found.verdicts["fide"].reason,
        "witness": None if witness is None else [move.uci() for move in witness],
        "nodes": found.proof.nodes,
    }


def _line(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

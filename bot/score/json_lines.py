"""`--json`: one report a line, with everything it rests on (RULES 12)."""

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import chess

from bot.pgn import PgnGame, PgnProblem
from bot.score.judge import Judged
from bot.score.notes import notes
from bot.score.numbers import decimal
from scoring import Entry, OutcomeScore, Report
from scoring.case import side_name
from scoring.facts import Played
from scoring.sacrifices import Sacrifice
from scoring.trades import Loss
from scoring.words import LANGUAGES, decision_text, entry_text, loss_text, sacrifice_text, uncastled_text

SIDES = (chess.WHITE, chess.BLACK)


def report_line(judged: Judged) -> str:
    """The report of a game as one line of JSON. Amounts and raw scores are hundredths, points exact and decimal."""
    game, report, played = judged.game, judged.report, judged.report.case.played
    line = {
        **_about(game),
        "plies": len(game.moves),
        "last_ply": report.last_ply,
        "result": judged.result,
        "points": judged.points and _points(judged.points),
        "decision": _decision(judged),
        "record": {
            "result": game.result,
            "ending": game.finish and str(game.finish.ending),
            "termination": game.header("Termination"),
            "conflict": game.conflict,
        },
        "rules": {"version": report.version, **report.rules.as_dict()},
        "book": {"name": report.book.name, "ply": report.book.ply},
        "provisional": report.book.provisional,
        "opening": judged.opening and judged.opening._asdict(),
        "asymmetry": report.asymmetry,
        "entries": _entries(report.entries, played),
        "outcomes": {name: _outcome(outcome, played) for name, outcome in report.outcomes.items()},
        "leader": _leader(report),
        "stakes": _by_side(report.stakes),
        "offers": [
            {"ply": offer.ply, "side": side_name(offer.side), "kind": offer.kind} for offer in judged.game.offers
        ],
        "declined": [
            {"side": side_name(offer.side), "offered": offer.offered, "declined": offer.declined}
            for offer in judged.declined
        ],
        "running": _running(report, played),
        "notes": {language: notes(judged, language) for language in LANGUAGES},
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def problem_line(problem: PgnProblem) -> str:
    """A game that was not scored, as one line of JSON."""
    line = {"file": problem.file, "game": problem.number, "error": problem.reason, "kind": problem.kind}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def _about(game: PgnGame) -> dict[str, Any]:
    return {
        "file": game.file,
        "game": game.number,
        "event": game.header("Event"),
        "site": game.header("Site"),
        "date": game.header("Date"),
        "round": game.header("Round"),
        "white": _player(game, "White"),
        "black": _player(game, "Black"),
        "start": game.start_fen,
        "chess960": game.start.chess960,
    }


def _player(game: PgnGame, side: str) -> dict[str, str]:
    return {"name": game.header(side), "title": game.header(f"{side}Title"), "rating": game.header(f"{side}Elo")}


def _decision(judged: Judged) -> dict[str, Any] | None:
    decision = judged.decision
    if decision is None:
        return None
    return {
        "outcome": decision.outcome,
        "ending": str(decision.ending),
        "overruled": judged.overruled,
        "text": _texts(decision_text, decision),
    }


def _leader(report: Report) -> dict[str, Any]:
    side, ahead = report.leader
    return {"side": None if side is None else side_name(side), "by": ahead}


def _outcome(outcome: OutcomeScore, played: Played) -> dict[str, Any]:
    return {
        "raw": _by_side(outcome.raw),
        "points": _points(outcome.points),
        "entries": _entries(outcome.entries, played),
    }


def _points(points: Mapping[chess.Color, Fraction]) -> dict[str, dict[str, str]]:
    return {side_name(side): {"exact": str(points[side]), "decimal": decimal(points[side])} for side in SIDES}


def _entries(entries: Iterable[Entry], played: Played) -> list[dict[str, Any]]:
    return [
        {
            "rule": entry.rule,
            "side": entry.side,
            "amount": entry.amount,
            "ply": entry.ply,
            "plies": entry.plies,
            "squares": [chess.square_name(square) for square in entry.squares],
            "values": dict(entry.values),
            "text": _texts(entry_text, entry, played),
        }
        for entry in entries
    ]


def _running(report: Report, played: Played) -> dict[str, Any]:
    running = report.running
    return {
        "losses": [_loss(loss, played) for loss in running.losses],
        "sacrifices": [_sacrifice(sacrifice, played) for sacrifice in running.sacrifices],
        "uncastled": {
            side_name(side): {"amount": bonus, "text": _texts(uncastled_text, bonus)}
            for side, bonus in running.uncastled.items()
        },
        "moves_to_go": running.moves_to_go,
    }


def _loss(loss: Loss, played: Played) -> dict[str, Any]:
    return {
        "ply": loss.ply,
        "side": side_name(loss.side),
        "unit": chess.piece_name(loss.unit),
        "square": chess.square_name(loss.square),
        "text": _texts(loss_text, loss, played),
    }


def _sacrifice(sacrifice: Sacrifice, played: Played) -> dict[str, Any]:
    return {
        "side": side_name(sacrifice.side),
        "item": sacrifice.item.name,
        "start": sacrifice.start,
        "length": sacrifice.length,
        "text": _texts(sacrifice_text, sacrifice, played),
    }


def _by_side(amounts: Mapping[chess.Color, int]) -> dict[str, int]:
    return {side_name(side): amounts[side] for side in SIDES}


def _texts(words: Callable[..., str], *about: object) -> dict[str, str]:
    return {language: words(*about, language) for language in LANGUAGES}

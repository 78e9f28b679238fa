"""The games of an event as the server and the rules have them, without corrections."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from bot.events.model import EventGame
from bot.pgn import PgnProblem
from bot.score.differences import reported
from bot.score.record import report_on
from bot.store.model import StoredReport
from scoring import Outcome, Rules


@dataclass(frozen=True, slots=True)
class Attributed:
    """A game that belongs to an event, as `bot.events.model.EventGame` describes it.

    `since_ms` is when that was found; the same said later changes nothing. `void`: it is over without a score, and so
    without a report.
    """

    game_id: str
    since_ms: int
    order: int
    round: int | None = None
    board: int | None = None
    white: str = ""
    black: str = ""
    void: bool = False


class _Player(msgspec.Struct):
    name: str = ""


class _Exact(msgspec.Struct):
    exact: str


class _Points(msgspec.Struct):
    white: _Exact
    black: _Exact


class _Decision(msgspec.Struct):
    outcome: Outcome | Literal["void"]
    ending: str


class _Report(msgspec.Struct):
    white: _Player
    black: _Player
    points: _Points | None
    decision: _Decision | None


def event_game(game: Attributed, stored: StoredReport | None, rules: Rules) -> EventGame:
    """The facts of a game by the rules of its event: those of its report, if it has one that can be read.

    A report by other rules is made anew from the same record, with what the book said then.
    """
    fact = EventGame(game.game_id, game.order, game.white, game.black, game.round, game.board)
    if stored is not None and _options(stored) != rules.as_dict():
        stored = _by_rules(game.game_id, stored, rules)
    told = None if stored is None else _read(stored.report)
    if stored is None or told is None:
        return replace(fact, outcome="void") if game.void else fact
    points, decision = told.points, told.decision
    fact = replace(
        fact,
        white=game.white or told.white.name,
        black=game.black or told.black.name,
        record=stored.record,
        report=stored.report,
        rules_version=stored.rules_version,
    )
    if game.void or decision is None:
        return replace(fact, outcome="void" if game.void else None)
    exact = (Fraction(points.white.exact), Fraction(points.black.exact)) if points else None
    return replace(fact, outcome=decision.outcome, ending=decision.ending, points=exact)


def _options(stored: StoredReport) -> object:
    try:
        return json.loads(stored.options)
    except (ValueError, RecursionError):
        return None


@lru_cache(maxsize=1_000)
def _by_rules(game_id: str, stored: StoredReport, rules: Rules) -> StoredReport | None:
    anew = report_on(game_id, stored.record, rules, reported(stored.report).answer)
    return None if isinstance(anew, PgnProblem) else anew


def _read(report: str) -> _Report | None:
    try:
        return msgspec.convert(json.loads(report), _Report)
    except (ValueError, RecursionError):
        return None

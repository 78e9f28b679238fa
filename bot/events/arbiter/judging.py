"""Judging a game anew from its record: by the rules, and with what the book said, of the report that it has."""

import io
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bot.events.arbiter.correction import ArbiterError
from bot.pgn import PgnGame, PgnProblem, read_pgn
from bot.score.differences import reported
from bot.score.judge import Judged, judge
from scoring import NO_BOOK, BookAnswer, OfferEvent, Rules, RulesError


@lru_cache(maxsize=512)
def read_record(game_id: str, record: str) -> PgnGame:
    """The game that a record tells. Raises `ArbiterError` if there is none yet, or it cannot be read."""
    if not record:
        raise ArbiterError(f"the game {game_id} has no complete record yet")
    game = next(read_pgn(io.BytesIO(record.encode("utf-8", "replace")), f"{game_id}.pgn"))
    if isinstance(game, PgnProblem):
        raise ArbiterError(f"the game {game_id} cannot be judged: {game.reason}")
    return game


@lru_cache(maxsize=512)
def judged_anew(game_id: str, record: str, report: str, offers: tuple[OfferEvent, ...] | None = None) -> Judged:
    """A game judged by the rules and the book of its report; `offers` count instead of those of the record.

    Raises `ArbiterError` if it cannot be.
    """
    game = read_record(game_id, record)
    rules, book = _judged_by(game_id, report)
    return judge(game if offers is None else replace(game, offers=offers), rules, book)


def _judged_by(game_id: str, report: str) -> tuple[Rules, BookAnswer]:
    told = reported(report)
    options: dict[str, Any] = {name: value for name, value in told.rules.items() if name != "version"}
    try:
        if options:
            return Rules(**options), told.answer or NO_BOOK
    except (RulesError, TypeError):
        pass
    raise ArbiterError(f"the report of the game {game_id} names no rules that it could be judged by")

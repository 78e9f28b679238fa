"""A followed game as events see it: the facts that decide where it belongs, and what it gives by any rules."""

import json
import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import chess

from bot.events.model import EventGame
from bot.events.terms import GameFacts
from bot.pgn.began import began_ms
from bot.pgn.model import BrokenGameError
from bot.pgn.tags import read_tags
from bot.updates import GameInfo, GameUpdate, Player
from scoring import NO_BOOK, BookAnswer, Decision, Game, Outcome, Report, Rules, declined_offers, score

Points: TypeAlias = tuple[Fraction, Fraction]

_VARIANTS = {"chess960": "chess960", "from position": "fromPosition"}
"""Variants as tags name them, and as servers do."""
_CLOCK = re.compile(r"\d+\+\d+")


class Followed(Protocol):
    """What is read of a game that is followed."""

    id: str
    rules: Rules
    last: GameUpdate | None
    report: Report
    decision: Decision | None

    @property
    def lifecycle(self) -> str:
        """Where it stands: one of `bot.follower.lifecycle`."""
        ...

    @property
    def info(self) -> GameInfo:
        """What does not change during the game."""
        ...

    @property
    def game(self) -> Game:
        """The moves as far as they are known."""
        ...


class Basis(NamedTuple):
    """What the report on a settled game rests on."""

    record: str
    book: BookAnswer


@dataclass(frozen=True, slots=True)
class Scored:
    """What a game gives by some rules; `provisional` is for a running one, all else for one that is over."""

    outcome: Outcome | Literal["void"] | None = None
    ending: str = ""
    points: Points | None = None
    provisional: Points | None = None
    rules_version: str = ""
    report: str = ""


@dataclass(slots=True)
class Seen:
    """A game of which something is known, and the reports on it by rules."""

    id: str
    found_ms: int
    info: GameInfo = field(default_factory=GameInfo)
    basis: Basis | None = None
    void: bool = False
    trouble: str = ""
    begun: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    reports: dict[Rules, tuple[Basis, Scored]] = field(default_factory=dict)
    judged: dict[Rules, Scored] = field(default_factory=dict)

    def look_at(self, game: Followed) -> None:
        """Take a followed game as it stands now."""
        update = game.last
        if update is None:
            return
        self.info = update.info
        self.begun = bool(update.moves or update.info.white.name or update.info.black.name)
        self.void = game.lifecycle == "void"
        self.trouble = update.reason or "it cannot be scored" if game.lifecycle == "unsupported" else ""
        settled = bool(update.record) and game.lifecycle == "settled"
        self.settle(Basis(update.record, game.report.book) if settled else None)
        self.judged = {game.rules: _judged(game)}

    def settle(self, basis: Basis | None) -> None:
        """Take the complete record; None: there is none, or it does not hold any more."""
        if basis and (self.basis is None or basis.record != self.basis.record):
            self.tags = _tags(basis.record)
        self.basis = basis

    def recall(self, game: EventGame, rules: Rules) -> None:
        """Take a game that was over before the program was ended, with its report by some rules."""
        self.begun, self.void = True, game.outcome == "void"
        self.settle(Basis(game.record, NO_BOOK) if game.report else None)
        if self.basis:
            self.reports[rules] = self.basis, scored_by(game.report, game.rules_version)
        variant = _VARIANTS.get(self.tags.get("Variant", "").lower(), "standard")
        white, black = self._player("White", game.white), self._player("Black", game.black)
        self.info = GameInfo(white, black, variant, round=self.tags.get("Round", ""))

    def _player(self, side: str, name: str) -> Player:
        rating = self.tags.get(f"{side}Elo", "")
        known = int(rating) if rating.isascii() and rating.isdigit() and len(rating) <= 4 else None
        return Player(name, self.tags.get(f"{side}Title") or None, known)

    def score(self, rules: Rules, game: Followed | None) -> Scored:
        """What the game gives by some rules: by its report as soon as there is one, else as it is followed."""
        if self.void:
            return Scored(outcome="void")
        if reported := self.reported(rules):
            return reported
        if rules not in self.judged and game is not None:
            self.judged[rules] = Scored(provisional=_drawn_now(game, rules))
        return self.judged.get(rules, Scored())

    def reported(self, rules: Rules) -> Scored | None:
        """What the report says; None while there is none that rests on what is known now."""
        basis, scored = self.reports.get(rules, (None, None))
        return scored if self.basis is not None and basis == self.basis else None

    @property
    def facts(self) -> GameFacts:
        """By what it is known where it belongs; the sources that found it are left out."""
        clock, began = self.tags.get("TimeControl", ""), self.info.began_ms
        if began is None:
            began = began_ms(self.tags)
        return GameFacts(
            self.id,
            self.info.white.name,
            self.info.black.name,
            began_ms=self.found_ms if began is None else began,
            round=self.info.round,
            variant=self.info.variant,
            speed=self.info.speed,
            clock=clock if _CLOCK.fullmatch(clock) else "",
            void=self.void,
            trouble=self.trouble,
        )

    @property
    def players(self) -> tuple[Player, Player]:
        """White and Black."""
        return self.info.white, self.info.black

    def fide_id(self, side: chess.Color) -> int | None:
        """The FIDE number of a player, if the record names it."""
        told = self.tags.get("WhiteFideId" if side else "BlackFideId", "")
        return int(told) if told.isascii() and told.isdigit() and len(told) <= 10 else None


def scored_by(report: str, rules_version: str) -> Scored:
    """What a report line says of a game."""
    line: dict[str, Any] = json.loads(report)
    decision, points = line["decision"], line["points"]
    if decision is None:
        drawn = _exact(line["outcomes"]["draw"]["points"])
        return Scored(provisional=drawn, rules_version=rules_version, report=report)
    return Scored(
        decision["outcome"],
        decision["ending"],
        points and _exact(points),
        rules_version=rules_version,
        report=report,
    )


def _exact(points: Any) -> Points:
    return Fraction(points["white"]["exact"]), Fraction(points["black"]["exact"])


def _judged(game: Followed) -> Scored:
    """What a followed game gives by the rules it is followed by."""
    decision, report = game.decision, game.report
    if decision is None:
        return Scored(provisional=_pair(report, "draw"))
    if decision.outcome == "void":
        return Scored("void")
    points = _pair(report, decision.outcome)
    return Scored(decision.outcome, str(decision.ending), points, rules_version=report.version)


def _drawn_now(game: Followed, rules: Rules) -> Points:
    """What a followed game would give by other rules if it were drawn now."""
    offers = game.last.offers if game.last else None
    declined = [offer.side for offer in declined_offers(offers or (), game.game.played())]
    return _pair(score(game.game, rules, declined=declined, book=game.report.book or NO_BOOK), "draw")


def _pair(report: Report, outcome: Outcome) -> Points:
    points = report.outcomes[outcome].points
    return points[chess.WHITE], points[chess.BLACK]


def _tags(record: str) -> dict[str, str]:
    try:
        return read_tags(record)[0]
    except BrokenGameError:
        return {}

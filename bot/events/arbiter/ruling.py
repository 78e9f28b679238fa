"""What all corrections of one game come to: one step for each act, and the game as it counts then."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import chess

from bot.events.arbiter.acts import (
    AddOffer,
    Exclude,
    Include,
    PlaceGame,
    RuleFlagFall,
    SetPoints,
    SetResult,
    StrikeOffer,
)
from bot.events.arbiter.correction import ArbiterError
from bot.events.arbiter.judging import judged_anew, read_record
from bot.events.arbiter.talk import retold
from bot.events.model import EventGame
from bot.score.json_lines import report_line
from bot.score.judge import Judged
from scoring import Decision, Ending, OfferEvent
from scoring.ending import VOID, Finish

GameAct: TypeAlias = SetResult | RuleFlagFall | AddOffer | StrikeOffer | SetPoints | Exclude | Include | PlaceGame

_ONLY_WON = frozenset({Ending.MATE, Ending.RESIGNATION})
_ONLY_DRAWN = frozenset({Ending.STALEMATE, Ending.DRAW, Ending.REPETITION, Ending.FIFTY_MOVES, Ending.DEAD})


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds of a game instead of its facts; None where the facts hold."""

    offers: tuple[OfferEvent, ...] | None = None
    decided: Finish | None = None
    points: SetPoints | None = None
    place: PlaceGame | None = None
    excluded: bool = False

    def step(self, act: GameAct, fact: EventGame) -> "Ruling":
        """What holds after one more act. Raises `ArbiterError` if the act has nothing to act on."""
        match act:
            case SetResult():
                return replace(self, decided=_result(act, fact), points=None)
            case RuleFlagFall():
                return replace(self, decided=_flag_fall(act, fact), points=None)
            case AddOffer() | StrikeOffer():
                return replace(self, offers=_offers(act, fact, self.offers), points=None)
            case SetPoints():
                _check_points(act, replace(self, excluded=False).over(fact))
                return replace(self, points=act)
            case Exclude() | Include():
                if isinstance(act, Exclude) == self.excluded:
                    raise ArbiterError(
                        f"the game {fact.id} is {'excluded already' if self.excluded else 'not excluded'}"
                    )
                return replace(self, excluded=not self.excluded)
            case PlaceGame():
                return replace(self, place=act)

    def over(self, fact: EventGame) -> EventGame:
        """The game as it counts."""
        game = fact
        if self.offers is not None or self.decided:
            game = _judged(fact, self.offers, self.decided)
        if self.points:
            game = replace(game, points=(self.points.white, self.points.black))
        if self.place:
            game = replace(game, round=self.place.round, board=self.place.board)
        if self.excluded:
            game = replace(game, outcome="void", points=None, provisional=None, excluded=True)
        return game


@lru_cache(maxsize=512)
def _judged(game: EventGame, offers: tuple[OfferEvent, ...] | None, decided: Finish | None) -> EventGame:
    """A game with the points, record and report that follow from other offers, another end, or both."""
    if not game.record:  # nobody needs points for a void game
        assert decided
        return replace(game, outcome="void", ending=str(decided.ending), points=None, provisional=None)
    judged = judged_anew(game.id, game.record, game.report, offers)
    if decided:
        judged = replace(judged, decision=Decision(decided.outcome, decided.ending, judged.game.finish))
    points, decision = judged.points, judged.decision
    return replace(
        game,
        record=game.record if offers is None else retold(judged.game),
        report=report_line(judged),
        rules_version=judged.report.version,
        outcome=decision.outcome if decision else None,
        ending=str(decision.ending) if decision else "",
        points=None if points is None else (points[chess.WHITE], points[chess.BLACK]),
        provisional=None if decision else game.provisional,
    )


def _judged_fact(fact: EventGame) -> Judged:
    return judged_anew(fact.id, fact.record, fact.report)


def _result(act: SetResult, fact: EventGame) -> Finish:
    ending = Ending(act.ending)
    if (act.outcome == "void") != (ending in VOID):
        raise ArbiterError("a game is void that was aborted, never started or has no result, and no other")
    drawn = act.outcome == "draw"
    if (drawn and ending in _ONLY_WON) or (not drawn and ending in _ONLY_DRAWN):
        raise ArbiterError(f"a game that ended by {ending.replace('_', ' ')} is {'not drawn' if drawn else 'drawn'}")
    if act.outcome == "void":
        return Finish(ending)
    _judged_fact(fact)
    return Finish(ending, {"white_wins": chess.WHITE, "black_wins": chess.BLACK}.get(act.outcome))


def _flag_fall(act: RuleFlagFall, fact: EventGame) -> Finish:
    judged = _judged_fact(fact)
    game, finish = judged.game, judged.game.finish
    if finish is None or finish.ending != Ending.FLAG_FALL:
        raise ArbiterError(f"no flag fell in the game {fact.id}")
    flagged = game.flagged
    if flagged is None:
        flagged = judged.played.board.turn if finish.winner is None else not finish.winner
    return Finish(Ending.FLAG_FALL, not flagged if act.means == "win" else None)


def _offers(
    act: AddOffer | StrikeOffer, fact: EventGame, known: tuple[OfferEvent, ...] | None
) -> tuple[OfferEvent, ...]:
    _judged_fact(fact)
    game = read_record(fact.id, fact.record)
    said = game.offers if known is None else known
    event = OfferEvent(act.ply, act.side == "white", act.kind)
    if isinstance(act, StrikeOffer):
        if event not in said:
            raise ArbiterError(f"there is no such word of {act.side} after ply {act.ply} of the game {fact.id}")
        return tuple(other for other in said if other != event)
    if event in said:
        raise ArbiterError(f"that word of {act.side} after ply {act.ply} of the game {fact.id} is there already")
    if act.ply > len(game.moves):
        raise ArbiterError(f"the game {fact.id} has only {len(game.moves)} plies")
    return tuple(sorted((*said, event), key=lambda one: one.ply))


def _check_points(act: SetPoints, game: EventGame) -> None:
    if act.white < 0 or act.black < 0:
        raise ArbiterError("nobody can have less than 0 points")
    if act.white + act.black > 1:
        raise ArbiterError("both sides together can have 1 point at most")
    if game.outcome in (None, "void"):
        raise ArbiterError(f"the game {game.id} has no result to go with points; set that first")

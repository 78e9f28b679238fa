"""The rule engine of asymmetry scoring: facts of a game in, an explained score out.

Pure: it does no input or output, knows no clock and needs only the standard library and `chess`.
"""

from scoring.amounts import RULES_VERSION
from scoring.book import NO_BOOK, Book, BookAnswer, LineBook, look_up
from scoring.case import Entry
from scoring.dead_position import is_dead, note_dead_position
from scoring.ending import Decision, Ending, Finish, decide
from scoring.facts import Game, replay
from scoring.flagfall import Proofs, Prove, Verdict, Winnability, flag_verdict, winnability
from scoring.match import MatchGame, MatchState, match_state
from scoring.options import Rules, RulesError
from scoring.report import Outcome, OutcomeScore, Report, score
from scoring.stakes import DeclinedOffer, OfferEvent, declined_offers, standing_offers

__all__ = [
    "NO_BOOK",
    "RULES_VERSION",
    "Book",
    "BookAnswer",
    "Decision",
    "DeclinedOffer",
    "Ending",
    "Entry",
    "Finish",
    "Game",
    "LineBook",
    "MatchGame",
    "MatchState",
    "OfferEvent",
    "Outcome",
    "OutcomeScore",
    "Proofs",
    "Prove",
    "Report",
    "Rules",
    "RulesError",
    "Verdict",
    "Winnability",
    "decide",
    "declined_offers",
    "flag_verdict",
    "is_dead",
    "look_up",
    "match_state",
    "note_dead_position",
    "replay",
    "score",
    "standing_offers",
    "winnability",
]

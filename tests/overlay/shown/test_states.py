"""How far a game can be trusted, as its state says it: live, behind, stale, settled, corrected."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

import chess
import pytest

from bot.updates import Happening
from overlay import state
from overlay.shown.views import decimal, game_state, lobby_game
from scoring import Ending, Finish
from tests.overlay.followed import LINE, H, followed, knowing


@dataclass
class Changed:
    """A correction as the bot notes it."""

    cause: state.Cause
    before: Mapping[chess.Color, Fraction] | None
    after: Mapping[chess.Color, Fraction] | None
    at_ms: int = 9000


FEWER, MORE = ({chess.WHITE: Fraction(white, 100), chess.BLACK: Fraction(100 - white, 100)} for white in (40, 42))
CORRECTED = (Changed("offers", MORE, FEWER),)
RESIGNED = Finish(Ending.RESIGNATION, chess.WHITE)
STATES: dict[str, tuple[tuple[Happening, ...], dict[str, object], state.Status]] = {
    # what it is: what has happened, what else is known at 60 s, the status
    "live": ((H.MOVED,), {}, state.Status("live")),
    "live, behind": ((H.MOVED,), {"plies_behind": 3}, state.Status("live", 3)),
    "live, stale": ((H.MOVED,), {"stale_since_ms": 15_000}, state.Status("live", stale_since_ms=45_000)),
    "reconnecting": ((H.LOST,), {"stale_since_ms": 52_000}, state.Status("reconnecting", stale_since_ms=8000)),
    "reconnecting, just now": ((H.LOST,), {"stale_since_ms": 60_001}, state.Status("reconnecting", stale_since_ms=0)),
    "reconnecting, since it is not known when": ((H.LOST,), {"stale_since_ms": None}, state.Status("reconnecting")),
    "over": ((H.ENDED,), {"plies_behind": 3, "stale_since_ms": 1}, state.Status("ended", provisional=True)),
    "settled": ((H.SETTLED,), {"offers": ()}, state.Status("settled", settled=True, offers_known=True)),
    "corrected": ((H.SETTLED,), {"corrections": CORRECTED}, state.Status("settled", settled=True, corrected=True)),
    "corrected, but not settled": (
        (H.ENDED,),
        {"corrections": CORRECTED},
        state.Status("ended", provisional=True, corrected=True),
    ),
    "void": ((H.VOID,), {"stale_since_ms": 1}, state.Status("void")),
    "void after a score": ((H.VOID,), {"corrections": CORRECTED}, state.Status("void", corrected=True)),
}


@pytest.mark.parametrize(("happenings", "known", "status"), STATES.values(), ids=STATES)
def test_a_state_says_how_far_it_can_be_trusted(
    happenings: tuple[Happening, ...], known: dict[str, object], status: state.Status
) -> None:
    game = followed((H.MOVED, LINE), *((happening, LINE) for happening in happenings), finish=RESIGNED)
    live = knowing(game, **{"changed_at_ms": 60_000, **known})
    line = lobby_game(live)
    assert game_state(live).status == status
    assert (line.lifecycle, line.plies_behind, line.stale) == (
        status.lifecycle,
        status.plies_behind,
        status.stale_since_ms is not None,
    )
    assert (line.provisional, line.settled, line.corrected) == (status.provisional, status.settled, status.corrected)


CORRECTIONS = {
    "offers": (
        Changed("offers", MORE, FEWER),
        "Die vollständige Aufzeichnung änderte die Punkte von 0,42–0,58 auf 0,40–0,60: Remisangebote wurden bekannt",
        "The complete record changed the score from 0.42–0.58 to 0.40–0.60: draw offers became known",
    ),
    "ending": (
        Changed("ending", MORE, None),
        (
            "Die vollständige Aufzeichnung änderte die Punkte von 0,42–0,58 auf „ohne Wertung“: "
            "die Partie endete anders als gemeldet"
        ),
        "The complete record changed the score from 0.42–0.58 to “not scored”: the game ended otherwise than reported",
    ),
    "moves": (
        Changed("moves", None, FEWER),
        "Die vollständige Aufzeichnung änderte die Punkte von „ohne Wertung“ auf 0,40–0,60: sie enthält andere Züge",
        "The complete record changed the score from “not scored” to 0.40–0.60: it has other moves",
    ),
    "rules": (
        Changed("rules", MORE, {chess.WHITE: Fraction(1, 3), chess.BLACK: Fraction(2, 3)}),
        "Eine neue Berechnung änderte die Punkte von 0,42–0,58 auf 0,3333–0,6667: es gelten andere Regeln",
        "Scoring it anew changed the score from 0.42–0.58 to 0.3333–0.6667: other rules apply",
    ),
    "book": (
        Changed("book", MORE, FEWER),
        "Eine neue Berechnung änderte die Punkte von 0,42–0,58 auf 0,40–0,60: das Eröffnungsbuch gibt andere Auskunft",
        "Scoring it anew changed the score from 0.42–0.58 to 0.40–0.60: the opening book says otherwise",
    ),
}


@pytest.mark.parametrize(("change", "german", "english"), CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_corrected_score_says_so_in_one_sentence(change: Changed, german: str, english: str) -> None:
    game = followed((H.MOVED, LINE), (H.SETTLED, LINE), finish=RESIGNED)
    (told,) = game_state(knowing(game, corrections=[change])).corrections
    assert told.text == state.Text(german, english)
    assert told.cause == change.cause
    for points, amounts in ((told.before, change.before), (told.after, change.after)):
        assert points == (amounts and state.Points(decimal(amounts[chess.WHITE]), decimal(amounts[chess.BLACK])))


def test_every_cause_of_a_correction_has_its_words() -> None:
    assert set(CORRECTIONS) == set(get_args(state.Cause))


def test_corrections_keep_their_order() -> None:
    game = followed((H.MOVED, LINE), (H.SETTLED, LINE), finish=RESIGNED)
    shown = game_state(knowing(game, corrections=[Changed("moves", None, MORE), Changed("offers", MORE, FEWER)]))
    assert [correction.cause for correction in shown.corrections] == ["moves", "offers"]
    assert game_state(game).corrections == ()

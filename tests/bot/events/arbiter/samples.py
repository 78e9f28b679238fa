"""Games of an event, made of records as the server tells them, and corrections of them."""

from collections.abc import Sequence

from bot.events.arbiter import Act, Correction, make_correction
from bot.events.keeping import Attributed, event_game
from bot.events.model import EventGame
from bot.pgn import PgnProblem
from bot.score.record import report_on
from bot.store import StoredReport
from scoring import BookAnswer, Rules

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 9. Rxd1 Bg4"
OFFERED = MOVES.replace("4. Bxc6", "4. Bxc6 {[%clk 0:03:00] White offers draw. A fine trade.}").replace(
    "Qxd1", "Qxd1 {(=)}"
)
FLAG = '[Termination "Time forfeit"]\n'
RULES = Rules()
BOOK = BookAnswer("lines", 4)


def record(white: str, black: str, result: str, moves: str = MOVES, tags: str = "") -> str:
    return f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n{tags}\n{moves} {result}\n'


def stored(game_id: str, text: str, rules: Rules = RULES) -> StoredReport:
    made = report_on(game_id, text, rules, BOOK)
    assert not isinstance(made, PgnProblem)
    return made


def fact(game_id: str, text: str, order: int = 1, place: tuple[int, int] | None = None) -> EventGame:
    return event_game(Attributed(game_id, 0, order, *(place or ())), stored(game_id, text), RULES)


FACTS = (
    fact("won00001", record("Amsel", "Drossel", "1-0"), 1, (1, 1)),
    fact("drawn001", record("Fink", "Star", "1/2-1/2", OFFERED), 2, (1, 2)),
    fact("flag0001", record("Star", "Amsel", "0-1", tags=FLAG), 3, (2, 1)),
    EventGame("running1", 4, "Drossel", "Fink"),
    EventGame("void0001", 5, "Amsel", "Fink", outcome="void"),
    fact("renamed1", record("amsel2000", "Star", "1-0"), 6),
)
IDS = [game.id for game in FACTS]


def add(
    earlier: Sequence[Correction],
    act: Act,
    facts: Sequence[EventGame] = FACTS,
    *,
    who: str = "Anna",
    why: str = "seen on the board",
) -> tuple[Correction, ...]:
    """The corrections and one more."""
    number = earlier[-1].number if earlier else 0
    at_ms = 1_000 + number
    new = make_correction("club", facts, earlier, act, who=who, why=why, at_ms=at_ms, expected_number=number)
    return (*earlier, new)


def made(*acts: Act) -> tuple[Correction, ...]:
    corrections: tuple[Correction, ...] = ()
    for act in acts:
        corrections = add(corrections, act)
    return corrections

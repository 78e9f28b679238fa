"""Scored events as the page of an event gets them: put together by the bot's own table, race and teams."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from bot.events.model import Entrant, EventGame, Kind, Setup, TieBreak
from bot.events.model import Event as ScoredEvent
from bot.program.counted import Counted
from bot.program.events import event_state
from bot.program.live_points import LivePoints
from overlay.state import Event, Player
from scoring import Outcome, Rules
from tests.overlay import samples
from tests.overlay.samples import HOSTILE, LONG, RIGHT_TO_LEFT

ENTRANTS = (
    Entrant("anna_weiss", "WGM", 2431),
    Entrant("Nachtspringer", None, 2388),
    Entrant(HOSTILE, "<b>"),
    Entrant(RIGHT_TO_LEFT + LONG, "GM", 2900),
    Entrant("Turmbau", "FM", 2310),
    Entrant("bauernkette", None, 2204),
    Entrant("Q"),
    Entrant("Windmühle_1925", "IM", 2477),
    Entrant("zugzwang", None, 1998),
    Entrant("ewiges_schach", "WFM", 2150),
)
TIES: tuple[TieBreak, ...] = ("classical", "buchholz", "sonneborn_berger", "wins", "direct")
POINTS: dict[Outcome, tuple[tuple[str, str], ...]] = {
    "white_wins": (("0.95", "0.05"), ("0.81", "0.05"), ("0.88", "0.12")),
    "draw": (("0.45", "0.55"), ("0.2979", "0.7021"), ("0.32", "0.41")),
    "black_wins": (("0.03", "0.97"), ("0", "0.8"), ("0.07", "0.93")),
}
ENDED: dict[str, Outcome] = {"1": "white_wins", "=": "draw", "0": "black_wins"}


def game(number: int, white: Entrant, black: Entrant, ended: str, **more: Any) -> EventGame:
    """A game: ended "1", "=" or "0", "*" runs, "x" is void."""
    outcome = ENDED.get(ended)
    points = None
    if outcome:
        first, second = POINTS[outcome][number % 3]
        points = Fraction(first), Fraction(second)
    made = EventGame(
        f"event{number:03}",
        number,
        white.name,
        black.name,
        outcome=outcome or ("void" if ended == "x" else None),
        points=points,
        rules_version="2026.1" if outcome else "",
    )
    return replace(made, **more)


def shown(setup: Setup, games: Sequence[EventGame]) -> Event:
    """The event as clients see it; running games are followed."""
    players = {entrant.name: entrant for entrant in setup.entrants}

    def followed(game_id: str) -> LivePoints | None:
        found = next((game for game in games if game.id == game_id and game.outcome is None), None)
        return named(game_id, players[found.white], players[found.black]) if found else None

    return event_state(Counted(ScoredEvent(setup, tuple(games))), followed)


def named(game_id: str, white: Entrant, black: Entrant) -> LivePoints:
    """A running game of these players, in the middle of the Immortal Game."""
    state = samples.state(
        game_id,
        20 + int(game_id[-3:]) % 20,
        samples.ENTRIES[:2],
        white=Player(white.name, white.title, white.rating),
        black=Player(black.name, black.title, black.rating),
    )
    draw = state.score.draw
    return LivePoints(samples.lobby_game(state), (Fraction(draw.white), Fraction(draw.black)))


@cache
def swiss() -> Event:
    """Ten players in the fourth of five rounds: two games run, one is void, one was corrected."""
    games: list[EventGame] = []
    for round_ in range(1, 5):
        for board in range(1, 6):
            number = len(games)
            first, second = ENTRANTS[(board * 2 + round_) % 10], ENTRANTS[(board * 2 + 3 * round_ - 1) % 10]
            ended = "1=0=10=1"[number % 8]
            ended = "*" if round_ == 4 and board < 3 else "x" if number == 7 else ended
            games.append(game(number, first, second, ended, round=round_, board=board, corrected=number == 3))
    return shown(
        _setup("swiss", "Klubabend im Springer", rounds=5, tie_breaks=TIES, prizes=_prizes("50", "30", "20")), games
    )


@cache
def arena() -> Event:
    """Sixty players and three hundred games, twelve of which run."""
    players = tuple(Entrant(f"Verein_{number:02}", None, 1500 + 7 * number) for number in range(60))
    games = [
        game(number, players[number * 7 % 60], players[(number * 11 + 1 + number // 60) % 60], "10=1=0"[number % 6])
        for number in range(288)
        if number * 7 % 60 != (number * 11 + 1 + number // 60) % 60
    ]
    first = len(games)
    games += [
        game(number, players[number * 2 % 60], players[(number * 2 + 1) % 60], "*") for number in range(first, 300)
    ]
    return shown(_setup("arena", "Arena am Freitag", entrants=players, tie_breaks=("classical", "wins")), games)


def _match(results: str, **more: Any) -> Event:
    games = [
        game(number, *(ENTRANTS[:2] if number % 2 == 0 else ENTRANTS[1::-1]), ended)
        for number, ended in enumerate(results)
    ]
    return shown(_setup("match", "Anna gegen die Nacht", entrants=ENTRANTS[:2], **more), games)


@cache
def midway() -> Event:
    """Nine games are over, the tenth runs."""
    return _match("1=0=11=01*")


@cache
def won() -> Event:
    """The first player has reached the target."""
    return _match("10101010")


@cache
def both_lost() -> Event:
    """Neither can reach it any more, and all is played; others play the next match."""
    return _match("==============", reserves=("Turmbau", "bauernkette"))


@cache
def teams() -> Event:
    """A league of two rounds, four teams of two; a match of the second round runs."""
    names = ("SC Turm", "Springer Nord", HOSTILE, "Läuferpaar " + LONG)
    players = tuple(replace(entrant, team=names[number // 2]) for number, entrant in enumerate(ENTRANTS[:8]))
    pairs = ((1, 0, 2), (1, 1, 3), (1, 4, 6), (1, 5, 7), (2, 0, 4), (2, 1, 5), (2, 2, 6), (2, 3, 7))
    games = [
        game(number, players[first], players[second], "1=0=1=0*"[number], round=round_, board=number % 2 + 1)
        for number, (round_, first, second) in enumerate(pairs)
    ]
    return shown(_setup("league", "Bezirksliga", entrants=players, rounds=3), games)


def empty() -> Event:
    """Before the first game."""
    return shown(_setup("swiss", "Noch nichts gespielt", entrants=()), ())


EVENTS: dict[str, Callable[[], Event]] = {
    "swiss": swiss,
    "arena": arena,
    "midway": midway,
    "won": won,
    "both_lost": both_lost,
    "teams": teams,
    "empty": empty,
}


def _setup(kind: Kind, name: str, **more: Any) -> Setup:
    return Setup(kind, name, kind, Rules(), **{"entrants": ENTRANTS} | more)


def _prizes(*amounts: str) -> tuple[Fraction, ...]:
    return tuple(Fraction(amount) for amount in amounts)

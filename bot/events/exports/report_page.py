"""The report to print: one HTML file that needs nothing else, German or English."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined

from bot.events.crosstable import Meeting, crosstable
from bot.events.exports.reasons import Reason, ending_of, reasons_of
from bot.events.exports.report_words import KINDS, WORDS
from bot.events.exports.sheets import RESULTS
from bot.events.model import Event, EventGame
from bot.events.table import Row
from bot.score.numbers import decimal
from bot.score.table import printable
from scoring import RULES_VERSION
from scoring.words import LANGUAGES, Language

_TEMPLATE = Path(__file__).with_name("report.html")
_MATRIX = 12
"""The crosstable of more players than fit on a page lists what each has played."""
_DIGIT = "\u2007"
"""A space as wide as a digit."""
_SHOWN = RESULTS | {"draw": "½-½"}


class GameLine(NamedTuple):
    """A game as the report tells it."""

    board: int | None
    white: str
    black: str
    result: str
    points: tuple[str, str] | None
    ending: str
    corrected: bool
    reasons: tuple[Reason, ...]


def report_page(event: Event, rows: Sequence[Row], language: Language = "en") -> str:
    """The page; whatever comes from outside is text in it."""
    setup, words = event.setup, WORDS[language]
    versions = sorted({game.rules_version for game in event.games if game.rules_version}) or [RULES_VERSION]
    meetings = crosstable(event, rows)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"shown": printable, "half": _half}
    environment.filters["points"] = lambda points: "–" if points is None else decimal(points, language)
    return environment.from_string(_TEMPLATE.read_text(encoding="utf-8")).render(
        language=language,
        words=words,
        name=setup.name,
        facts=[
            KINDS[language][setup.kind],
            words["rules"].format(version=", ".join(versions), preset=setup.rules.preset),
            *_counts(event, words),
        ],
        rows=rows,
        totals=_aligned([row.points for row in rows], language),
        teams=any(row.entrant.team for row in rows),
        tie_breaks={
            code: _aligned([row.tie_breaks[code] for row in rows], language)
            for code in setup.tie_breaks
            if code not in ("classical", "wins")
        },
        matrix=[[meetings.get((mine, other), ()) for other in range(len(rows))] for mine in range(len(rows))]
        if len(rows) <= _MATRIX
        else None,
        played=[_played(number, meetings) for number in range(len(rows))],
        rounds=list(_rounds(event, language)),
    )


def _counts(event: Event, words: Mapping[str, str]) -> Iterator[str]:
    scored = sum(game.counts for game in event.games)
    void = sum(game.outcome == "void" for game in event.games)
    running = sum(game.outcome is None for game in event.games)
    yield words["scored_one"] if scored == 1 else words["scored"].format(count=scored)
    if running:
        yield words["running_count"].format(count=running)
    if void:
        yield words["void_count"].format(count=void)


def _played(number: int, meetings: Mapping[tuple[int, int], Sequence[Meeting]]) -> list[tuple[Meeting, int]]:
    """What the player of a row has played, with the number of the opponent's row, in the order of the games."""
    mine = [(meeting, other) for (one, other), found in meetings.items() if one == number for meeting in found]
    return sorted(mine, key=lambda played: played[0].game.order)


def _rounds(event: Event, language: Language) -> Iterator[tuple[str, list[GameLine]]]:
    """The games by round, those without a round at the end."""
    words = WORDS[language]
    last = max((game.round or 0 for game in event.games), default=0) + 1
    games = sorted(event.games, key=lambda game: (game.round or last, game.board or 0, game.order))
    for number, of_round in groupby(games, key=lambda game: game.round):
        title = words["no_round"] if number is None else words["round"].format(number=number)
        yield title, [_line(game, language) for game in of_round]


def _line(game: EventGame, language: Language) -> GameLine:
    words, points = WORDS[language], game.points or game.provisional
    shown = "{}" if game.points else "({})"
    white, black = (shown.format(decimal(side, language)) for side in points) if points else ("", "")
    void, running = game.outcome == "void", game.outcome is None
    ending = words["excluded" if game.excluded else "void"] if void else words["running"] if running else ""
    return GameLine(
        board=game.board,
        white=game.white,
        black=game.black,
        result="–" if void else _SHOWN[game.outcome],
        points=(white, black) if points else None,
        ending=ending or ("" if game.corrected else ending_of(game, language)),
        corrected=game.corrected,
        reasons=() if void else reasons_of(game, language),
    )


def _aligned(column: Sequence[Fraction | None], language: Language) -> list[str]:
    """Numbers with their decimal marks below each other: two digits' room behind those with two places."""
    mark = LANGUAGES[language]["decimal_mark"]
    texts = ["–" if number is None else decimal(number, language) for number in column]
    places = [len(text.rpartition(mark)[2]) for text in texts]
    return [f"{text}{_DIGIT * (max(places) - behind)}" for text, behind in zip(texts, places, strict=True)]


def _half(score: Fraction) -> str:
    """A classical score: 3, ½, 2½."""
    whole, rest = divmod(2 * score, 2)
    return f"{whole or '' if rest else whole}{'½' if rest else ''}"

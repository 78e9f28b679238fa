"""The columns of the two tables that CSV and XLSX have in common: the games, and the standings."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal, get_args

from bot.events.exports.cells import Cell, Line, escaped
from bot.events.exports.trouble import EventFileError
from bot.events.model import Entrant, EventGame, TieBreak
from bot.events.table import Row
from scoring import Outcome
from scoring.match import CLASSICAL

RESULTS: dict[Outcome | Literal["void"] | None, str] = {
    "white_wins": "1-0",
    "draw": "1/2-1/2",
    "black_wins": "0-1",
    "void": "void",
    None: "*",
}
_OUTCOMES = {result: outcome for outcome, result in RESULTS.items()}

GAME_COLUMNS = (
    "id", "order", "round", "board", "white", "black", "result", "ending", "white_points", "black_points",
    "white_exact", "black_exact", "white_classical", "black_classical", "rules_version", "corrected", "excluded",
)  # fmt: skip
_BEFORE_TIE_BREAKS = (
    "place", "name", "title", "rating", "fide_id", "team", "points", "points_exact", "classical", "classical_exact",
    "games", "wins",
)  # fmt: skip


def standing_columns(tie_breaks: Iterable[TieBreak]) -> tuple[str, ...]:
    """The columns of the standings; every tie-break has two."""
    return (*_BEFORE_TIE_BREAKS, *(f"tie_break_{code}{exact}" for code in tie_breaks for exact in ("", "_exact")))


def game_cells(game: EventGame) -> tuple[Cell, ...]:
    """The cells of a game: all but its record, its report, and what it would give if it were drawn now."""
    points = game.points or (None, None)
    classical = (None, None) if game.outcome is None or game.outcome == "void" else CLASSICAL[game.outcome]
    return (
        escaped(game.id),
        game.order,
        game.round,
        game.board,
        escaped(game.white),
        escaped(game.black),
        RESULTS[game.outcome],
        escaped(game.ending),
        *points,
        *map(_exact, points),
        *classical,
        escaped(game.rules_version),
        *("yes" if flag else "no" for flag in (game.corrected, game.excluded)),
    )


def game_of(line: Line) -> EventGame:
    """The game of a line, with all that `game_cells` says. Raises `EventFileError`."""
    result = line.text("result")
    if result not in _OUTCOMES:
        raise line.wrong("result", f"is none of {', '.join(_OUTCOMES)}")
    white, black = (line.number(f"{side}_points", f"{side}_exact") for side in ("white", "black"))
    if (white is None) != (black is None):
        raise EventFileError(f"{line.place}: one side has points, the other has none")
    return EventGame(
        id=line.text("id"),
        order=line.count("order"),
        white=line.text("white"),
        black=line.text("black"),
        round=line.whole("round"),
        board=line.whole("board"),
        outcome=_OUTCOMES[result],
        ending=line.text("ending"),
        points=None if white is None or black is None else (white, black),
        rules_version=line.text("rules_version"),
        corrected=line.yes("corrected"),
        excluded=line.yes("excluded"),
    )


def standing_cells(row: Row, tie_breaks: Sequence[TieBreak]) -> tuple[Cell, ...]:
    """The cells of a line of the standings."""
    entrant, numbers = row.entrant, (row.points, row.classical)
    return (
        row.place,
        escaped(entrant.name),
        escaped(entrant.title or ""),
        entrant.rating,
        entrant.fide_id,
        escaped(entrant.team),
        *(cell for number in numbers for cell in _both(number)),
        row.games,
        row.wins,
        *(cell for code in tie_breaks for cell in _both(row.tie_breaks[code])),
    )


def standing_of(line: Line, tie_breaks: Sequence[TieBreak]) -> Row:
    """The line of the standings again. Raises `EventFileError`."""
    entrant = Entrant(
        name=line.text("name"),
        title=line.text("title") or None,
        rating=line.whole("rating"),
        fide_id=line.whole("fide_id"),
        team=line.text("team"),
    )
    return Row(
        place=line.count("place"),
        entrant=entrant,
        points=line.total("points", "points_exact"),
        classical=line.total("classical", "classical_exact"),
        games=line.count("games"),
        wins=line.count("wins"),
        tie_breaks={code: line.number(f"tie_break_{code}", f"tie_break_{code}_exact") for code in tie_breaks},
    )


def check_heading(place: str, found: Sequence[str], wanted: Sequence[str]) -> None:
    """Raise `EventFileError` unless a table has exactly the columns it should have."""
    for number, (there, column) in enumerate(zip(found, wanted, strict=False), start=1):
        if there != column:
            raise EventFileError(f"{place}: column {number} should be {column}, not {there[:40]!r}")
    if len(found) < len(wanted):
        raise EventFileError(f"{place}: the column {wanted[len(found)]} is missing")
    if len(found) > len(wanted):
        raise EventFileError(f"{place}: {found[len(wanted)][:40]!r} is a column too many")


def tie_breaks_in(place: str, heading: Sequence[str]) -> tuple[TieBreak, ...]:
    """The tie-breaks that a heading of standings names. Raises `EventFileError` if it is no such heading."""
    codes = {f"tie_break_{code}": code for code in get_args(TieBreak)}
    named = tuple(codes[column] for column in heading if column in codes)
    check_heading(place, heading, standing_columns(named))
    return named


def _both(number: Fraction | None) -> Iterator[Cell]:
    yield number
    yield _exact(number)


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else str(number)

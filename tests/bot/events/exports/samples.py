"""Events for the tests of files: one by hand, and any that hypothesis can think of."""

import io
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, get_args

import chess
from hypothesis import strategies as st

from bot.events.model import Entrant, Event, EventGame, Kind, Setup, TieBreak
from bot.pgn import PgnGame, read_pgn
from bot.score.json_lines import report_line
from bot.score.judge import judge
from scoring import Outcome, Rules

OUTCOMES: tuple[Outcome | Literal["void"] | None, ...] = (None, "void", "white_wins", "draw", "black_wins")

HOSTILE = (
    "=1+1", "+SUM(A1)", "-2", "@cmd", "'quoted'", "''", "\ttab", "a\nb", "a\rb", "1-0", "1/2", "007", "1e5", "TRUE",
    "sept2", '"q"', "a,b;c", "_x0041_", "_x005F_x0041_", "\\u0041", "\\", "<script>alert(1)</script>", "&amp;", "ßẞ",
    "مرحبا", "𝔘", " lead", "trail ", "\ufeffbom", "x\x00y", "{brace}", 'a\\"b', "=cmd|' /C calc'!A0", "#REF!", "März 3",
    "\u2028", "\u202eright to left", "1" * 30, "1,5", "=\"x\"", "\ufffe",
)  # fmt: skip


def fractions() -> st.SearchStrategy[Fraction]:
    """Points: hundredths, and what dividing by a sum above 100 makes of them."""
    return st.builds(Fraction, st.integers(0, 130), st.integers(100, 190))


def texts() -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
    )


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events with up to six players and any mixture of games."""
    names = draw(st.lists(texts(), min_size=2, max_size=6, unique_by=str.casefold))
    entrants = tuple(
        Entrant(
            name,
            draw(st.none() | st.sampled_from(["GM", "WIM", "BOT", "=x"])),
            draw(st.none() | st.integers(0, 4000)),
            draw(st.none() | st.integers(1, 10**10)),
            draw(st.just("") | texts()),
        )
        for name in names
    )
    games = tuple(draw(_games(names, order)) for order in range(draw(st.integers(0, 8))))
    tie_breaks = tuple(draw(st.lists(st.sampled_from(get_args(TieBreak)), unique=True)))
    return Event(
        Setup(
            id=draw(texts()),
            name=draw(texts()),
            kind=draw(st.sampled_from(get_args(Kind))),
            rules=Rules(draw(st.sampled_from(["letter", "spirit"])), book_lookahead=draw(st.integers(1, 20))),
            entrants=entrants if draw(st.booleans()) else (),
            rounds=draw(st.none() | st.integers(1, 30)),
            match_games=draw(st.integers(1, 24)),
            reserves=tuple(draw(st.lists(texts(), max_size=2))),
            tie_breaks=tie_breaks,
            prizes=tuple(draw(st.lists(fractions(), max_size=3))),
        ),
        games,
    )


@st.composite
def _games(draw: st.DrawFn, names: list[str], order: int) -> EventGame:
    white, black = draw(st.permutations(names))[:2]
    outcome = draw(st.sampled_from(OUTCOMES))
    scored = outcome not in (None, "void")
    return EventGame(
        id=draw(texts()),
        order=order,
        white=white,
        black=black,
        round=draw(st.none() | st.integers(1, 12)),
        board=draw(st.none() | st.integers(1, 40)),
        outcome=outcome,
        ending=draw(st.sampled_from(["", "mate", "flag_fall"])),
        points=(draw(fractions()), draw(fractions())) if scored else None,
        record=draw(st.just("") | texts()),
        report=draw(st.sampled_from(["", '{"a": 1.50, "b":["=x"]}'])),
        rules_version=draw(st.sampled_from(["", "2026.1"])),
        corrected=draw(st.booleans()),
        excluded=draw(st.booleans()),
        provisional=draw(st.none() | st.tuples(fractions(), fractions())) if outcome is None else None,
    )


def bare(game: EventGame) -> EventGame:
    """A game as a table holds it."""
    return replace(game, record="", report="", provisional=None)


def played(text: str, order: int, **changes: Any) -> EventGame:
    """The game of a PGN as it counts in an event."""
    (read,) = read_pgn(io.BytesIO(text.encode()), "sample")
    assert isinstance(read, PgnGame)
    judged = judge(read, Rules())
    outcome = None if judged.decision is None else judged.decision.outcome
    points = judged.points
    game = EventGame(
        id=f"g{order}",
        order=order,
        white=read.header("White") or "White",
        black=read.header("Black") or "Black",
        outcome=outcome,
        ending="" if judged.decision is None else str(judged.decision.ending),
        points=None if points is None else (points[chess.WHITE], points[chess.BLACK]),
        record=text,
        report=report_line(judged) if judged.decision else "",
        rules_version="2026.1",
    )
    return replace(game, **changes)

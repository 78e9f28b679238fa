"""An event as the configuration describes it: what is agreed, and by what its games are known."""

from collections.abc import Iterator
from fractions import Fraction

from bot.clock import RealClock
from bot.config import EventSection
from bot.events.model import Entrant, Setup
from bot.events.terms import Terms
from bot.sources._places import place_of
from bot.sources.livechess import NAME as BOARDS
from scoring import Rules


def setup_of(section: EventSection, rules: Rules) -> Setup:
    """What is agreed; `rules` hold where the event has none of its own."""
    teams = {name.casefold(): team for team, members in section.teams.items() for name in members}
    return Setup(
        id=section.id,
        name=section.name or section.id,
        kind=section.kind,
        rules=section.rules.options() if section.rules else rules,
        entrants=tuple(Entrant(name, team=teams.get(name.casefold(), "")) for name in section.everybody),
        rounds=section.rounds,
        match_games=section.match_games,
        reserves=tuple(section.reserves),
        tie_breaks=tuple(section.tie_breaks),
        prizes=tuple(Fraction(prize) for prize in section.prizes),
    )


def terms_of(section: EventSection) -> Terms:
    """By what its games are known. Each broadcast round is a round; in a league each evening is one."""
    rounds = list(_origins(section)) if section.kind == "league" else list(_rounds(section))
    return Terms(
        kind=section.kind,
        origins=frozenset(_origins(section)),
        rounds_of={origin: number for number, origin in enumerate(rounds, 1)},
        games=frozenset(section.games),
        players=frozenset(name.casefold() for name in section.everybody),
        from_ms=section.from_ms,
        until_ms=section.until_ms,
        variant=section.variant,
        speed=section.speed,
        clock=clock_in_seconds(section.clock),
        rounds=section.rounds,
        meetings=section.meetings,
        match_games=section.match_games if section.kind == "match" else None,
    )


def clock_in_seconds(told: str) -> str:
    """A time control in minutes and seconds, "3+2", as records name it: "180+2"."""
    if not told:
        return ""
    minutes, _, increment = told.partition("+")
    return f"{int(Fraction(minutes) * 60)}+{int(increment)}"


def _rounds(section: EventSection) -> Iterator[str]:
    yield from (f"broadcast round {name}" for name in section.broadcast_round)


def _origins(section: EventSection) -> Iterator[str]:
    """The names of its own sources, as they tell them with every game."""
    yield from (f"arena {name}" for name in section.arena)
    yield from (f"swiss {name}" for name in section.swiss)
    yield from (f"broadcast tour {name}" for name in section.broadcast_tournament)
    yield from _rounds(section)
    yield from (f"PGN {place_of(where, RealClock()).name}" for where in section.pgn)
    if section.boards:
        yield BOARDS

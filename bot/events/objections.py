"""What keeps a game from counting in an event: a table of rules, asked in order; the first that objects counts."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.events.rounds import round_of
from bot.events.terms import GameFacts, Terms

Reason: TypeAlias = Literal[
    "same_id", "not_scored", "nameless", "itself", "stranger", "time", "variant", "speed", "clock", "meeting", "length",
    "rounds",
]  # fmt: skip
"""Why a game does not count, by code; docs/events.md tells what each one means."""


@dataclass(slots=True)
class Sofar:
    """What the games before the one that is looked at come to; void games are played again and come to nothing."""

    ids: set[str] = field(default_factory=set)
    meetings: Counter[frozenset[str]] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def take(self, game: GameFacts) -> None:
        """Note a game that counts."""
        self.ids.add(game.id)
        if not game.void:
            self.games += 1
            self.meetings[game.pair] += 1
            self.played.update(game.pair)


Rule: TypeAlias = Callable[[Terms, GameFacts, Sofar], str | None]
"""What is wrong with a game, in one sentence; None: nothing that this rule knows of."""


def _same_id(_: Terms, game: GameFacts, sofar: Sofar) -> str | None:
    return f"there is another game with the id {game.id}" if game.id in sofar.ids else None


def _not_scored(_: Terms, game: GameFacts, __: Sofar) -> str | None:
    return game.trouble or None


def _nameless(_: Terms, game: GameFacts, __: Sofar) -> str | None:
    return None if game.white and game.black else "a player has no name"


def _itself(_: Terms, game: GameFacts, __: Sofar) -> str | None:
    return f"{game.white} has both sides" if len(game.pair) == 1 else None


def _stranger(terms: Terms, game: GameFacts, __: Sofar) -> str | None:
    strange = [name for name in (game.white, game.black) if name.casefold() not in terms.players]
    return f"{' and '.join(strange)} {'are' if strange[1:] else 'is'} no entrant" if terms.players and strange else None


def _time(terms: Terms, game: GameFacts, __: Sofar) -> str | None:
    if terms.from_ms is not None and game.began_ms < terms.from_ms:
        return "it began before the event"
    return "it began after the event" if terms.until_ms is not None and game.began_ms > terms.until_ms else None


def _variant(terms: Terms, game: GameFacts, __: Sofar) -> str | None:
    return f"it is {game.variant}, not {terms.variant}" if terms.variant and game.variant != terms.variant else None


def _speed(terms: Terms, game: GameFacts, __: Sofar) -> str | None:
    differs = terms.speed and game.speed and game.speed != terms.speed
    return f"it is {game.speed}, not {terms.speed}" if differs else None


def _clock(terms: Terms, game: GameFacts, __: Sofar) -> str | None:
    differs = terms.clock and game.clock and game.clock != terms.clock
    return f"its time control is {game.clock} seconds, not {terms.clock}" if differs else None


def _meeting(terms: Terms, game: GameFacts, sofar: Sofar) -> str | None:
    if terms.meetings is None or game.void or sofar.meetings[game.pair] < terms.meetings:
        return None
    times = "once" if terms.meetings == 1 else f"{terms.meetings} times"
    return f"it is game {sofar.meetings[game.pair] + 1} of two players who meet {times}"


def _length(terms: Terms, game: GameFacts, sofar: Sofar) -> str | None:
    if terms.match_games is None or game.void or sofar.games < terms.match_games:
        return None
    return f"it is game {sofar.games + 1} of a match of {terms.match_games}"


def _rounds(terms: Terms, game: GameFacts, sofar: Sofar) -> str | None:
    number, _, _ = round_of(terms, game, sofar.played)
    if terms.rounds is None or number is None or number <= terms.rounds:
        return None
    return f"it would be round {number} of {terms.rounds}"


RULES: tuple[tuple[Reason, Rule], ...] = (
    ("same_id", _same_id),
    ("not_scored", _not_scored),
    ("nameless", _nameless),
    ("itself", _itself),
    ("stranger", _stranger),
    ("time", _time),
    ("variant", _variant),
    ("speed", _speed),
    ("clock", _clock),
    ("meeting", _meeting),
    ("length", _length),
    ("rounds", _rounds),
)
"""In this order; of a game that is named by its id only the first four are asked."""
ALWAYS = 4


def objection(terms: Terms, game: GameFacts, sofar: Sofar) -> tuple[Reason, str] | None:
    """Why a game does not count in an event that it belongs to; None if it counts."""
    rules = RULES[:ALWAYS] if game.id in terms.games else RULES
    objections = ((reason, rule(terms, game, sofar)) for reason, rule in rules)
    return next(((reason, text) for reason, text in objections if text), None)

"""Which games count in an event, and in which round: a table of rules, asked in order; the first that objects counts.

A game belongs to an event if one of its own sources found it, if it is named by its id, or if both players are
entrants. What belongs and does not fit is never dropped: it is listed for the arbiter, with the reason.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from bot.events.model import Kind

Reason: TypeAlias = Literal[
    "same_id", "not_scored", "nameless", "itself", "stranger", "time", "variant", "speed", "clock", "meeting", "length",
    "rounds",
]  # fmt: skip
"""Why a game does not count, by code; docs/events.md tells what each one means."""
RoundBy: TypeAlias = Literal["record", "source", "order", "none"]
"""By what a game got its round: its record, the source it came from, or the order of its players' games."""


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What is known of a game when it is looked at.

    `round` is round and board as the record names them, "3.2" for example. `clock` is the time control in seconds,
    "180+2", "" while it is unknown, like `speed`. `void`: it counts for nobody, and is played again. `trouble` says
    why it cannot be scored at all.
    """

    id: str
    white: str
    black: str
    origins: frozenset[str] = frozenset()
    began_ms: int = 0
    round: str = ""
    variant: str = "standard"
    speed: str = ""
    clock: str = ""
    void: bool = False
    trouble: str = ""

    @property
    def pair(self) -> frozenset[str]:
        """By what both players are told from others."""
        return frozenset((self.white.casefold(), self.black.casefold()))


@dataclass(frozen=True, slots=True)
class Terms:
    """By what an event knows its games.

    `origins` are the names of its own sources, `rounds_of` the round that each of them is, if it is one. `players` are
    the entrants by key; without any, whoever plays is one. `names` tells by key under which name a player is known who
    has played under another one. Empty and None: as it likes.
    """

    kind: Kind
    origins: frozenset[str] = frozenset()
    rounds_of: Mapping[str, int] = field(default_factory=dict)
    games: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    from_ms: int | None = None
    until_ms: int | None = None
    variant: str = ""
    speed: str = ""
    clock: str = ""
    rounds: int | None = None
    meetings: int | None = None
    match_games: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A game that counts in an event, its round and board, and by what it got its round."""

    game: GameFacts
    round: int | None
    board: int | None
    by: RoundBy


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A game that belongs to an event and does not count in it, for the arbiter."""

    game: GameFacts
    reason: Reason
    text: str


@dataclass(frozen=True, slots=True)
class Attribution:
    """The games of an event, in the order in which they began."""

    placed: tuple[Placed, ...]
    unplaced: tuple[Unplaced, ...]


@dataclass(slots=True)
class _Sofar:
    """What the games before the one that is looked at come to; void games are played again and come to nothing."""

    ids: set[str] = field(default_factory=set)
    meetings: Counter[frozenset[str]] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def take(self, game: GameFacts) -> None:
        self.ids.add(game.id)
        if not game.void:
            self.games += 1
            self.meetings[game.pair] += 1
            self.played.update(game.pair)


Rule: TypeAlias = Callable[[Terms, GameFacts, _Sofar], str | None]
"""What is wrong with a game, in one sentence; None: nothing that this rule knows of."""


def _same_id(_: Terms, game: GameFacts, sofar: _Sofar) -> str | None:
    return f"there is another game with the id {game.id}" if game.id in sofar.ids else None


def _not_scored(_: Terms, game: GameFacts, __: _Sofar) -> str | None:
    return game.trouble or None


def _nameless(_: Terms, game: GameFacts, __: _Sofar) -> str | None:
    return None if game.white and game.black else "a player has no name"


def _itself(_: Terms, game: GameFacts, __: _Sofar) -> str | None:
    return f"{game.white} has both sides" if len(game.pair) == 1 else None


def _stranger(terms: Terms, game: GameFacts, __: _Sofar) -> str | None:
    strange = [name for name in (game.white, game.black) if name.casefold() not in terms.players]
    return f"{' and '.join(strange)} {'are' if strange[1:] else 'is'} no entrant" if terms.players and strange else None


def _time(terms: Terms, game: GameFacts, __: _Sofar) -> str | None:
    if terms.from_ms is not None and game.began_ms < terms.from_ms:
        return "it began before the event"
    return "it began after the event" if terms.until_ms is not None and game.began_ms > terms.until_ms else None


def _variant(terms: Terms, game: GameFacts, __: _Sofar) -> str | None:
    return f"it is {game.variant}, not {terms.variant}" if terms.variant and game.variant != terms.variant else None


def _speed(terms: Terms, game: GameFacts, __: _Sofar) -> str | None:
    differs = terms.speed and game.speed and game.speed != terms.speed
    return f"it is {game.speed}, not {terms.speed}" if differs else None


def _clock(terms: Terms, game: GameFacts, __: _Sofar) -> str | None:
    differs = terms.clock and game.clock and game.clock != terms.clock
    return f"its time control is {game.clock} seconds, not {terms.clock}" if differs else None


def _meeting(terms: Terms, game: GameFacts, sofar: _Sofar) -> str | None:
    if terms.meetings is None or game.void or sofar.meetings[game.pair] < terms.meetings:
        return None
    times = "once" if terms.meetings == 1 else f"{terms.meetings} times"
    return f"it is game {sofar.meetings[game.pair] + 1} of two players who meet {times}"


def _length(terms: Terms, game: GameFacts, sofar: _Sofar) -> str | None:
    if terms.match_games is None or game.void or sofar.games < terms.match_games:
        return None
    return f"it is game {sofar.games + 1} of a match of {terms.match_games}"


def _rounds(terms: Terms, game: GameFacts, sofar: _Sofar) -> str | None:
    number, _, _ = _round(terms, game, sofar)
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


def attribute(terms: Terms, games: Iterable[GameFacts]) -> Attribution:
    """Say of every game that belongs to an event whether it counts, and in which round; others are left out.

    Players who are known under another name are looked at as that one; the game keeps the names that it has.
    """
    sofar, placed, unplaced = _Sofar(), list[Placed](), list[Unplaced]()
    for told in sorted(games, key=lambda game: game.began_ms):
        game = replace(told, white=_known(terms, told.white), black=_known(terms, told.black))
        if not _belongs(terms, game):
            continue
        rules = RULES[:ALWAYS] if game.id in terms.games else RULES
        objections = ((reason, rule(terms, game, sofar)) for reason, rule in rules)
        if objection := next(((reason, text) for reason, text in objections if text), None):
            unplaced.append(Unplaced(told, *objection))
            continue
        placed.append(Placed(told, *_round(terms, game, sofar)))
        sofar.take(game)
    return Attribution(tuple(placed), tuple(unplaced))


def _known(terms: Terms, name: str) -> str:
    return terms.names.get(name.casefold(), name)


def _belongs(terms: Terms, game: GameFacts) -> bool:
    if game.id in terms.games or game.origins & terms.origins:
        return True
    return bool(terms.players) and game.pair <= terms.players


def _round(terms: Terms, game: GameFacts, sofar: _Sofar) -> tuple[int | None, int | None, RoundBy]:
    """Round and board: as the record says, as the source is one, else a player's k-th game is round k.

    Of two players the one with more games decides. An arena has no rounds.
    """
    number, board = round_and_board(game.round)
    if number is not None:
        return number, board, "record"
    if rounds := [terms.rounds_of[origin] for origin in game.origins if origin in terms.rounds_of]:
        return min(rounds), board, "source"
    if terms.kind in ("arena", "league"):
        return None, board, "none"
    return max(sofar.played[key] for key in game.pair) + 1, board, "order"


def round_and_board(text: str) -> tuple[int | None, int | None]:
    """Round and board of a tag like "3", "3.2" or "-"; None for what it does not name as a number above 0."""
    parts = [int(part) if part.isascii() and part.isdigit() and len(part) <= 4 else 0 for part in text.split(".")]
    number, board = (*parts, 0)[:2]
    return number or None, (board or None) if number else None

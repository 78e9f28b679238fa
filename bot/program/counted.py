"""A scored event as it counts: what is the same until a result changes is made once."""

from dataclasses import dataclass
from functools import cached_property

from bot.events.model import Event, EventGame
from bot.events.prizes import prizes
from bot.events.race import Race, race
from bot.events.results import key_of
from bot.events.table import Row, table
from bot.events.teams import team_matches, team_table
from overlay import state
from overlay.shown.event_view import pair, rounded_down

ROWS = 200
MEETINGS = 1000
LINES = 40
"""How many rows, games between them, and lines for the ticker an event tells at most."""


@dataclass(frozen=True)
class Counted:
    """An event for as long as no result changes.

    Games that fit nowhere, and those with somebody who is no entrant, are not part of what is shown. `lately` are the
    ids of the games that were corrected a short while ago.
    """

    event: Event
    lately: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """What people call it."""
        return self.event.setup.name or self.event.setup.id

    @cached_property
    def table(self) -> tuple[Row, ...]:
        """All entrants in their places."""
        return table(self.event)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Those of them that are told."""
        return self.table[:ROWS]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each row that is told, by the key of its player."""
        return {row.entrant.key: number for number, row in enumerate(self.rows)}

    @cached_property
    def games(self) -> tuple[EventGame, ...]:
        """The games between entrants."""
        entrants = {row.entrant.key for row in self.table}
        return tuple(game for game in self.event.games if {key_of(game.white), key_of(game.black)} <= entrants)

    @cached_property
    def corrected(self) -> frozenset[str]:
        """The keys of those one of whose games was corrected lately."""
        games = (game for game in self.games if game.id in self.lately)
        return frozenset(key_of(name) for game in games for name in (game.white, game.black))

    @cached_property
    def running(self) -> tuple[EventGame, ...]:
        """The games that are under way."""
        return tuple(game for game in self.games if game.outcome is None)

    @cached_property
    def met(self) -> tuple[EventGame, ...]:
        """The games between players whose rows are told, the last ones."""
        shown = self.numbers.keys()
        met = [game for game in self.games if {key_of(game.white), key_of(game.black)} <= shown]
        return tuple(met[-MEETINGS:])

    @cached_property
    def latest(self) -> tuple[EventGame, ...]:
        """The games for the ticker: those under way, then those that count, the last first."""
        return (*self.running, *(game for game in reversed(self.games) if game.counts))[:LINES]

    @cached_property
    def prizes(self) -> dict[str, str]:
        """What is won so far, by the key of the player."""
        return {row.entrant.key: rounded_down(prize) for row, prize in prizes(self.table, self.event.setup.prizes)}

    @cached_property
    def race(self) -> Race | None:
        """The match, if it is one."""
        return race(self.event) if self.event.setup.kind == "match" else None

    @cached_property
    def teams(self) -> tuple[state.TeamRow, ...]:
        """The teams in their places."""
        return tuple(
            state.TeamRow(
                row.place,
                row.team,
                row.match_points,
                rounded_down(row.points),
                rounded_down(row.classical),
                row.matches,
            )
            for row in team_table(self.event)
        )

    @cached_property
    def team_matches(self) -> tuple[state.TeamMatch, ...]:
        """The matches between teams."""
        return tuple(
            state.TeamMatch(match.round, match.teams, match.match_points, pair(match.points), match.running)
            for match in team_matches(self.event)
        )

    @cached_property
    def rules_versions(self) -> tuple[str, ...]:
        """The versions of the rules that games were scored by."""
        return tuple(sorted({game.rules_version for game in self.games if game.counts and game.rules_version}))

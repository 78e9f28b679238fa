"""A rehearsal: games of a file, and examples of the rules, played on the simulator as somebody steers them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

import structlog

from bot.clock import SteeredClock
from bot.lichess.simulator.model import Game
from bot.lichess.simulator.world import World, new_id
from bot.rehearse.examples import examples
from bot.rehearse.files import UnplayableError
from bot.rehearse.games import stretched
from bot.rehearse.table import Table

log = structlog.get_logger()

MAX_TABLES: Final = 8
"""As many games as Lichess lets one address follow at once."""
PAUSE_MS: Final = 20_000
"""From the end of a game to the beginning of the next one of the file at the same table."""
SLOWEST, FASTEST = 0.1, 100.0
"""How much slower and faster than it was a rehearsal may go."""
ORIGIN: Final = "the rehearsal"


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A game of the rehearsal: its id, who plays, the ply that is shown now, and how many there are."""

    id: str
    name: str
    ply: int
    length: int


class Audience(Protocol):
    """Whoever follows the games: the follower."""

    def found(self, game_id: str, origin: str) -> None:
        """Follow a game from now on."""

    def let_go(self, game_id: str) -> None:
        """Follow a game no longer, and show it no longer."""


class Rehearsal:
    """Up to eight games of a file at once, the others after them, and beside them one example at a time.

    Everything but `run` is done at once. `moved` may be set to be told of the game that is to be looked at now: with
    the id of the game that it stands for if somebody went back in that, with None if it is a new example. `changed` may
    be set to be told whenever something here is other than before, whoever steered.
    """

    def __init__(
        self,
        world: World,
        clock: SteeredClock,
        games: Iterator[Game | UnplayableError],
        *,
        held_plies: int,
        ply: int = 0,
        random: Random | None = None,
    ) -> None:
        """Begin with the first games at a ply.

        Args:
            world: Where they are played.
            clock: The clock of the world.
            games: The games, as `simulated` gives them. Raises the first `UnplayableError` if there are no others.
            held_plies: How late the world is shown.
            ply: The ply that every game begins with.
            random: Decides on the ids of the games.
        """
        self.moved: Callable[[str | None, str], object] | None = None
        self.changed: Callable[[], object] | None = None
        self._world = world
        self._clock = clock
        self._coming = games
        self._held_plies = held_plies
        self._ply = ply
        self._random = random or Random()
        self._audience: Audience | None = None
        self._example: Table | None = None
        self._tables = self._first_tables()

    @property
    def paused(self) -> bool:
        """Whether time stands still."""
        return self._clock.paused

    @property
    def speed(self) -> float:
        """How many times faster than in reality the games go by."""
        return self._clock.speed

    @property
    def rules(self) -> tuple[str, ...]:
        """What there are examples of."""
        return tuple(examples())

    def games(self) -> Sequence[Rehearsed]:
        """The games at the tables, and the example at last."""
        return tuple(Rehearsed(table.id, table.name, table.ply, table.length) for table in self._all)

    def pause(self, on: bool) -> None:
        """Hold the time of all games, or let it go on."""
        self._clock.steer(paused=on)
        self._tell_changed()

    def set_speed(self, speed: float) -> None:
        """Go on so many times faster than in reality; ValueError below 0.1 and above 100."""
        if not SLOWEST <= speed <= FASTEST:
            raise ValueError(f"the speed must be between {SLOWEST:g} and {FASTEST:g}, not {speed:g}")
        self._clock.steer(speed=speed)
        self._tell_changed()

    def seek(self, game_id: str, ply: int) -> None:
        """Put a game to a ply, also while time stands still; ValueError if there is no such game.

        Forwards it moves on at once; backwards it begins anew under a new id. An id that it had before will do, too.
        """
        table = next((table for table in self._all if table.has_id(game_id)), None)
        if table is None:
            raise ValueError(f"there is no game {game_id} in the rehearsal")
        old_id = table.seek(ply)
        if old_id is not None:
            self._found(table)
            self._tell_moved(old_id, table)
            self._drop(old_id)
        self._tell_changed()

    def fire(self, rule: str) -> None:
        """Play the example of a rule as a further game, in place of the example before; time goes on for that.

        It begins a few plies before the rule strikes. ValueError if there is none of this rule.
        """
        example = examples().get(rule)
        if example is None:
            raise ValueError(f"there is no example of {rule!r}; there are {', '.join(self.rules)}")
        before, game = self._example, stretched(example.game, self.speed)
        self._example = self._table(game, example.enter_ply)
        self._found(self._example)
        self._tell_moved(None, self._example)
        if before:
            self._drop(before.id)
        self.pause(False)

    async def run(self, audience: Audience) -> None:
        """Tell of all games, and let the next ones of the file begin when others have ended, until cancelled."""
        self._audience = audience
        for table in self._all:
            self._found(table)
        while True:
            change = self._world.next_change
            await self._world.wait(change, self._begin_next())

    @property
    def _all(self) -> list[Table]:
        return [*self._tables, *([self._example] if self._example else [])]

    def _first_tables(self) -> list[Table]:
        tables: list[Table] = []
        left_out: list[UnplayableError] = []
        for game in self._coming:
            if isinstance(game, Game):
                tables.append(self._table(game, self._ply))
            else:
                left_out.append(game)
            if len(tables) == MAX_TABLES:
                break
        if left_out and not tables:
            raise left_out[0]
        for trouble in left_out:
            _note(trouble)
        return tables

    def _begin_next(self) -> int | None:
        """Let games begin at tables that are free; gives the time when the next table will be."""
        for index, table in enumerate(self._tables):
            if table.end_ms + PAUSE_MS > self._clock.now_ms():
                continue
            game = self._next_game()
            if game is None:
                return None
            self._tables[index] = self._table(game, self._ply)
            self._found(self._tables[index])
            if not table.over:  # its record knows no end
                self._drop(table.id)
            self._tell_changed()
        return min((table.end_ms + PAUSE_MS for table in self._tables), default=None)

    def _next_game(self) -> Game | None:
        for game in self._coming:
            if isinstance(game, Game):
                return game
            _note(game)
        return None

    def _table(self, game: Game, ply: int) -> Table:
        return Table(self._world, game, lambda: new_id(self._random), self._held_plies, ply)

    def _found(self, table: Table) -> None:
        if self._audience:
            self._audience.found(table.id, ORIGIN)

    def _tell_moved(self, old_id: str | None, table: Table) -> None:
        if self.moved:
            self.moved(old_id, table.id)

    def _tell_changed(self) -> None:
        if self.changed:
            self.changed()

    def _drop(self, game_id: str) -> None:
        if self._audience:
            self._audience.let_go(game_id)
        self._world.remove(game_id)


def _note(trouble: UnplayableError) -> None:
    log.warning("game left out", reason=str(trouble))

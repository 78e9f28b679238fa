"""All boards by their numbers, and the round that is played at them."""

from collections.abc import Iterator, Mapping

from bot.boards.audience import Audience
from bot.boards.games import BoardGame
from bot.boards.keeping import KeptRoom, KeptTable, tables_of
from bot.boards.table import Table
from bot.config.boards import BoardsSection

MAX_TABLES = 500
"""All further boards are left out."""


class Tables:
    """The boards that are named, that have games, or of which LiveChess has told.

    Attributes:
        round: The round that is played.
    """

    def __init__(self, settings: BoardsSection, known: KeptRoom) -> None:
        """Take who plays where, and what was kept; the round that was kept holds until another one is configured."""
        self.round = known.round if known.configured_round == settings.round else settings.round
        self._configured_round = settings.round
        self._places = {place.board: number for number, place in enumerate(settings.games, 1)}
        self._audience: Audience | None = None
        self._tables: dict[str, Table] = {}
        for kept in tables_of(settings.games, known):
            self._add(kept)

    def __iter__(self) -> Iterator[Table]:
        """All boards, in no order that means anything."""
        return iter(self._tables.values())

    def in_order(self) -> list[Table]:
        """Named boards in their order, then the others."""
        unnamed = len(self._places) + 1
        ordered = sorted(self._tables, key=lambda serial: (self._places.get(serial, unnamed), serial))
        return [self._tables[serial] for serial in ordered]

    def found(self, serial: str) -> Table | None:
        """The table of a board that LiveChess tells of: a new one for a board of which nobody knew, up to a limit."""
        if serial not in self._tables and len(self._tables) < MAX_TABLES:
            self._add(KeptTable(serial=serial))
        return self._tables.get(serial)

    def table(self, serial: str) -> Table:
        """A board that is known; raises ValueError with a sentence."""
        try:
            return self._tables[serial]
        except KeyError:
            raise ValueError("there is no such board") from None

    def game(self, game_id: str) -> tuple[Table, BoardGame]:
        """A game that is remembered, and its board; raises ValueError with a sentence."""
        for table in self._tables.values():
            for game in table.kept.games:
                if game.id == game_id:
                    return table, game
        raise ValueError("there is no such game at a board")

    def begin_round(self, number: int, named: Mapping[str, str]) -> None:
        """Another round, and for some boards by their numbers what it is called there."""
        self.round = number
        for serial, table in self._tables.items():
            table.begin_round(named.get(serial, ""))

    def listen(self, audience: Audience) -> None:
        """Tell somebody of all games from now on, those that were played before included."""
        self._audience = audience
        for table in self._tables.values():
            table.contact.audience = audience
            table.contact.tell(*table.kept.games)

    def kept(self) -> KeptRoom:
        """What a restart must not lose."""
        tables = [table.kept for table in self._tables.values()]
        return KeptRoom(round=self.round, configured_round=self._configured_round, tables=tables)

    def _add(self, kept: KeptTable) -> None:
        table = self._tables[kept.serial] = Table(kept, lambda: self._round_at(kept.serial))
        if self._audience:
            table.contact.audience = self._audience

    def _round_at(self, serial: str) -> str:
        """Round and board as records name them; a board that nobody has named has no place in a round."""
        place = self._places.get(serial)
        return f"{self.round}.{place}" if place else ""

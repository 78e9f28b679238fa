"""One board with its games: what stands on it goes to the reader, and what the reader says becomes games."""

from collections.abc import Callable, Sequence

import chess
import msgspec
import structlog

from bot.boards.as_told import arrangement, moves_to
from bot.boards.contact import Contact
from bot.boards.games import BoardEnding, BoardGame, BoardOutcome, Side, sans
from bot.boards.keeping import KeptTable
from bot.boards.livechess.clocks import ClockReading
from bot.boards.livechess.wire import Position
from bot.boards.placement import START, Placement, PlacementError
from bot.boards.played import Played
from bot.boards.reader import BoardReader
from bot.boards.score_sheet import rewrite, write_down
from bot.boards.seen import Seen
from bot.boards.series import Series

log = structlog.get_logger()


class Table:
    """A board, its reader and its games.

    Attributes:
        kept: What a restart must not lose: names, and games.
        contact: Whether the board is heard, and who hears of its games.
        complaint: What is wrong with what LiveChess tells of it, in a sentence.
        stands: What stands on the board, as White sees it; None before it was told.
        seen: What the reader makes of that; None before.
    """

    def __init__(self, kept: KeptTable, round_of: Callable[[], str]) -> None:
        """Take what is kept of it, and who knows the round that a game belongs to if nobody names it."""
        self.kept = kept
        self.contact = Contact(kept)
        self.complaint = ""
        self.stands: Placement | None = None
        self.seen: Seen | None = None
        self._series = Series(kept, round_of, self.contact.tell)
        self._clock: ClockReading | None = None
        self._played = Played()
        self._reader = self._resumed()

    @property
    def played(self) -> Played:
        """The last game as it stands."""
        self._played.follow(self.kept.last.moves if self.kept.last else ())
        return self._played

    @property
    def is_ready(self) -> bool:
        """Whether all pieces stand where a game begins, and no move has been made."""
        return self.stands == START and not (self.seen and self.seen.moves)

    @property
    def is_set_up(self) -> bool:
        """Whether the board is ready for another game than the last one."""
        return bool(self.seen and self.kept.last and self.seen.game != self.kept.last.number)

    @property
    def due_ms(self) -> int | None:
        """When to look again although nothing has changed."""
        return self.seen.settle_ms if self.seen else None

    # --- What stands on the board

    def place(self, position: Position, now_ms: int) -> None:
        """Take what stands on the board."""
        self.contact.hear()
        if position.clock is not None:
            self._clock = position.clock
        try:
            placement, self.kept.turned = arrangement(position, self.kept.turned)
        except PlacementError as error:
            if not self.complaint:
                log.warning("position not read", board=self.kept.serial, reason=str(error))
            self.complaint = "LiveChess tells a position that cannot be read"
            return
        self.complaint, self.stands = "", placement
        seen = self._reader.see(placement, now_ms, running=self._clock.running if self._clock else None)
        if position.sans is not None:
            seen = self._compared(seen, placement, position.sans)
        self._take(seen, now_ms)

    def tick(self, now_ms: int) -> None:
        """Look again, if it is time."""
        if self.due_ms is not None and self.due_ms <= now_ms:
            self._take(self._reader.tick(now_ms), now_ms)

    # --- What the operator says

    def name_players(self, white: str, black: str, round_: str, now_ms: int) -> None:
        """Name who plays, in the game that goes on or in the one that is to begin."""
        running = None if self.is_set_up else self._running()
        self._series.call(msgspec.structs.replace(self.kept.names, white=white, black=black, round=round_), running)
        if running:
            return
        self.kept.fresh = True
        if self.seen:
            self._take(self.seen, now_ms)

    def rename(self, board: str) -> None:
        """Give the board another name."""
        self._series.call(msgspec.structs.replace(self.kept.names, board=board), self._running())

    def begin_round(self, named: str) -> None:
        """Another round has begun: what was named for the one before does not count any more, but this does."""
        running = self._running()
        begun = running if running and not running.moves else None
        self._series.call(msgspec.structs.replace(self.kept.names, round=named), begun)

    def end(
        self, game: BoardGame, outcome: BoardOutcome | None, ending: BoardEnding, flagged: Side | None, now_ms: int
    ) -> None:
        """End a game as the operator says; None: it goes on."""
        game.outcome, game.ending, game.flagged = outcome, ending, flagged
        game.ended_ms, game.by_itself = now_ms, False
        if outcome is None and game is self.kept.last:
            self._go_on(game, now_ms)
        self.contact.tell(game)

    def correct(self, game: BoardGame, moves: Sequence[chess.Move], now_ms: int) -> None:
        """Set the moves of a game; the reader goes on from there."""
        rewrite(game, moves, now_ms)
        if game is self._running():
            self._read_on(moves, game, now_ms)
        self.contact.tell(game)

    def begin_anew(self, moves: Sequence[chess.Move], now_ms: int) -> None:
        """Another game goes on at the board than the last one; these moves of it have been made."""
        number = self.kept.last.number + 1 if self.kept.last else 1
        self._reader, self.seen = BoardReader(None, moves, game=number), None
        game = self._series.begin(number, now_ms)
        rewrite(game, moves, now_ms)
        self.contact.tell(game)
        if self.stands:
            self._take(self._reader.see(self.stands, now_ms), now_ms)

    def turn(self) -> None:
        """Read the board from the other side from now on."""
        self.kept.turned = not self.kept.turned

    # --- From what is seen to games

    def _running(self) -> BoardGame | None:
        """The last game, if it goes on."""
        return self.kept.last if self.kept.last and not self.kept.last.over else None

    def _take(self, seen: Seen, now_ms: int) -> None:
        before, self.seen = self.seen, seen
        game = self.kept.last
        if game is None or game.number != seen.game:
            if not seen.moves and not (self.kept.fresh and self.is_ready):
                return
            game = self._series.begin(seen.game, now_ms)
            write_down(game, seen, self._clock, now_ms)
            self.contact.tell(game)
            return
        regretted = before is not None and before.game == seen.game and bool(before.result and not seen.result)
        if write_down(game, seen, self._clock, now_ms, regretted=regretted):
            self.contact.tell(game)

    def _go_on(self, game: BoardGame, now_ms: int) -> None:
        """Go on with a game whose end is taken back: with what the board has seen since, if that continues it."""
        seen = self.seen
        known = [move.uci() for move in seen.moves] if seen and seen.game == game.number and not seen.result else []
        if seen and known[: len(game.moves)] == game.moves:
            write_down(game, seen, self._clock, now_ms)
        else:
            self._read_on([chess.Move.from_uci(move) for move in game.moves], game, now_ms)

    def _read_on(self, moves: Sequence[chess.Move], game: BoardGame, now_ms: int) -> None:
        """Read the board from these moves of the last game on."""
        if self.seen and self.seen.game == game.number:
            self._take(self._reader.set_moves(moves), now_ms)
        else:
            self._reader = self._resumed()

    def _resumed(self) -> BoardReader:
        """A reader that goes on with the last game as it is kept."""
        self.seen = None
        game = self.kept.last
        if game is None:
            return BoardReader()
        return BoardReader(None, [chess.Move.from_uci(move) for move in game.moves], game=game.number)

    def _compared(self, seen: Seen, placement: Placement, told: Sequence[str]) -> Seen:
        """What is seen, with LiveChess' own moves if those lead to what stands on the board."""
        moves = moves_to(placement, told)
        if moves is None or moves == seen.moves:
            return seen
        log.info(
            "moves as LiveChess tells them", board=self.kept.serial, ours=sans(seen.moves)[-4:], theirs=list(told)[-4:]
        )
        return self._reader.set_moves(moves)

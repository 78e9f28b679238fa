"""One board with its games: what stands on it goes to the reader, and what the reader says becomes games."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Literal, TypeAlias

import chess
import msgspec
import structlog

from bot.boards.audience import Audience, Nobody
from bot.boards.games import BoardEnding, BoardGame, BoardOutcome, Side, sans
from bot.boards.keeping import KEPT_GAMES, KEPT_MS, KeptTable
from bot.boards.livechess.clocks import ClockReading
from bot.boards.livechess.wire import ListedBoard, Position
from bot.boards.placement import Placement, PlacementError, read_placement
from bot.boards.played import Played
from bot.boards.reader import BoardReader
from bot.boards.score_sheet import rewrite, write_down
from bot.boards.seen import Seen

log = structlog.get_logger()

Link: TypeAlias = Literal["connected", "silent", "away"]
"""Whether a board answers, does not answer, or is not there."""

_START = read_placement(chess.STARTING_BOARD_FEN)


class Table:
    """A board, its reader and its games."""

    def __init__(self, kept: KeptTable, round_of: Callable[[], str]) -> None:
        """Take what is kept of it, and who knows the round that a game belongs to if nobody names it."""
        self.kept = kept
        self.link: Link = "away"
        self.trouble = "the board is not connected"
        self.complaint = ""
        self.listed: ListedBoard | None = None
        self.seen: Seen | None = None
        self.audience: Audience = Nobody()
        self._round_of = round_of
        self.stands: Placement | None = None
        self._clock: ClockReading | None = None
        self._played = Played()
        self._reader = self._resumed()

    @property
    def serial(self) -> str:
        """The number of the board."""
        return self.kept.serial

    @property
    def name(self) -> str:
        """What people call the board."""
        return self.kept.names.board or f"Board {self.serial}"

    @property
    def game(self) -> BoardGame | None:
        """The last game that was begun."""
        return self.kept.games[-1] if self.kept.games else None

    @property
    def played(self) -> Played:
        """The last game as it stands."""
        self._played.follow(self.game.moves if self.game else ())
        return self._played

    @property
    def is_ready(self) -> bool:
        """Whether all pieces stand where a game begins, and no move has been made."""
        return self.stands == _START and not (self.seen and self.seen.moves)

    @property
    def due_ms(self) -> int | None:
        """When to look again although nothing has changed."""
        return self.seen.settle_ms if self.seen else None

    # --- What LiveChess says

    def appear(self, board: ListedBoard) -> None:
        """The board is there, and answers."""
        self.listed = board
        self._hear()
        self.audience.heard(self.serial)

    def silence(self, link: Link, reason: str) -> None:
        """The board cannot be heard for the time being."""
        if self.link == "connected":
            self.audience.lost(self.serial, reason)
        self.link, self.trouble = link, reason

    def place(self, position: Position, now_ms: int) -> None:
        """Take what stands on the board."""
        self._hear()
        if position.clock is not None:
            self._clock = position.clock
        try:
            placement = self._placement(position)
        except PlacementError as error:
            if not self.complaint:
                log.warning("position not read", board=self.serial, reason=str(error))
            self.complaint = "LiveChess tells a position that cannot be read"
            return
        self.complaint, self.stands = "", placement
        running = self._clock.running if self._clock else None
        seen = self._reader.see(placement, now_ms, running=running)
        if position.sans is not None:
            seen = self._compared(seen, placement, position.sans)
        self._take(seen, now_ms)

    def tick(self, now_ms: int) -> None:
        """Look again, if it is time."""
        if self.due_ms is not None and self.due_ms <= now_ms:
            self._take(self._reader.tick(now_ms), now_ms)

    def tell_all(self) -> None:
        """Tell of all games from the beginning on."""
        for game in self.kept.games:
            self.audience.told(self.serial, game)
        if self.link != "connected":
            self.audience.lost(self.serial, self.trouble)

    # --- What the operator says

    def name_players(self, white: str, black: str, round_: str, now_ms: int) -> None:
        """Name who plays, in the game that goes on or in the one that is to begin."""
        self.kept.names = msgspec.structs.replace(self.kept.names, white=white, black=black, round=round_)
        if self.game and not self.game.over and not self._is_set_up():
            self._name(self.game)
            self.told(self.game)
            return
        self.kept.fresh = True
        if self.seen:
            self._take(self.seen, now_ms)

    def rename(self, board: str) -> None:
        """Give the board another name."""
        self.kept.names = msgspec.structs.replace(self.kept.names, board=board)
        if self.game and not self.game.over:
            self._name(self.game)
            self.told(self.game)

    def begin_round(self, named: str) -> None:
        """Another round has begun: what was named for the one before does not count any more, but this does."""
        self.kept.names = msgspec.structs.replace(self.kept.names, round=named)
        if self.game and not self.game.over and not self.game.moves:
            self._name(self.game)
            self.told(self.game)

    def end(
        self, game: BoardGame, outcome: BoardOutcome | None, ending: BoardEnding, flagged: Side | None, now_ms: int
    ) -> None:
        """End a game as the operator says; None: it goes on."""
        game.outcome, game.ending, game.flagged = outcome, ending, flagged
        game.ended_ms, game.by_itself = now_ms, False
        if outcome is None and game is self.game:
            self._go_on(game, now_ms)
        self.told(game)

    def correct(self, game: BoardGame, moves: Sequence[chess.Move], now_ms: int) -> None:
        """Set the moves of a game; the reader goes on from there."""
        rewrite(game, moves, now_ms)
        if game is self.game and not game.over:
            if self.seen and self.seen.game == game.number:
                self._take(self._reader.set_moves(moves), now_ms)
            else:
                self._reader = self._resumed()
        self.told(game)

    def begin_anew(self, moves: Sequence[chess.Move], now_ms: int) -> None:
        """Another game goes on at the board than the last one; these moves of it have been made."""
        number = self.game.number + 1 if self.game else 1
        self._reader, self.seen = BoardReader(None, moves, game=number), None
        game = self._begin(number, now_ms)
        rewrite(game, moves, now_ms)
        self.told(game)
        if self.stands:
            self._take(self._reader.see(self.stands, now_ms), now_ms)

    def turn(self) -> None:
        """Read the board from the other side from now on."""
        self.kept.turned = not self.kept.turned

    # --- From what is seen to games

    def _take(self, seen: Seen, now_ms: int) -> None:
        before, self.seen = self.seen, seen
        game = self.game
        if game is None or game.number != seen.game:
            if not seen.moves and not (self.kept.fresh and self.is_ready):
                return
            game = self._begin(seen.game, now_ms)
            write_down(game, seen, self._clock, now_ms)
            self.told(game)
            return
        regretted = before is not None and before.game == seen.game and bool(before.result and not seen.result)
        if write_down(game, seen, self._clock, now_ms, regretted=regretted):
            self.told(game)

    def _go_on(self, game: BoardGame, now_ms: int) -> None:
        """Go on with a game whose end is taken back: with what the board has seen since, if that continues it."""
        seen = self.seen
        known = [move.uci() for move in seen.moves] if seen and seen.game == game.number and not seen.result else []
        if seen and known[: len(game.moves)] == game.moves:
            write_down(game, seen, self._clock, now_ms)
        elif seen and seen.game == game.number:
            self._take(self._reader.set_moves([chess.Move.from_uci(move) for move in game.moves]), now_ms)
        else:
            self._reader = self._resumed()

    def _begin(self, number: int, now_ms: int) -> BoardGame:
        """Begin a game; one before without a result is broken off."""
        before = self.game
        if before and not before.over:
            before.outcome, before.ended_ms = "void", now_ms
            self.told(before)
        game = BoardGame(id=self._next_id(now_ms), number=number, began_ms=now_ms)
        self._name(game)
        self.kept.fresh = False
        kept = [game for game in self.kept.games if now_ms - game.began_ms < KEPT_MS]
        self.kept.games = [*kept[-KEPT_GAMES + 1 :], game]
        return game

    def _next_id(self, now_ms: int) -> str:
        """Fit for addresses: the board, the day, and a number on that day."""
        day = f"board-{self.serial}-{datetime.fromtimestamp(now_ms / 1000, UTC):%Y%m%d}-"
        numbers = (int(game.id.removeprefix(day)) for game in self.kept.games if game.id.startswith(day))
        return f"{day}{max(numbers, default=0) + 1}"

    def _name(self, game: BoardGame) -> None:
        names = self.kept.names
        game.white = names.white or f"{self.name} (White)"
        game.black = names.black or f"{self.name} (Black)"
        game.round = names.round or self._round_of()

    def told(self, game: BoardGame) -> None:
        """Tell how a game stands now."""
        self.audience.told(self.serial, game)
        if self.link != "connected":
            self.audience.lost(self.serial, self.trouble)

    # --- Reading

    def _resumed(self) -> BoardReader:
        """A reader that goes on with the last game as it is kept."""
        self.seen = None
        game = self.game
        if game is None:
            return BoardReader()
        return BoardReader(None, [chess.Move.from_uci(move) for move in game.moves], game=game.number)

    def _placement(self, position: Position) -> Placement:
        """The arrangement as White sees it: the start position tells which side of the board is White's."""
        as_told = read_placement(position.placement)
        if as_told == _START:
            self.kept.turned = False
            return as_told
        other_way = read_placement(position.placement, flipped=True)
        if other_way == _START:
            self.kept.turned = True
        turned = position.flipped if self.kept.turned is None else self.kept.turned
        return other_way if turned else as_told

    def _compared(self, seen: Seen, placement: Placement, told: Sequence[str]) -> Seen:
        """LiveChess' own list of moves, if it leads from the start to what stands on the board."""
        board = chess.Board()
        try:
            moves = [board.push_san(san) for san in told[:1000]]
        except ValueError:
            return seen
        if tuple(moves) == seen.moves or read_placement(board.board_fen()) != placement:
            return seen
        log.info("moves as LiveChess tells them", board=self.serial, ours=sans(seen.moves)[-4:], theirs=list(told)[-4:])
        return self._reader.set_moves(moves)

    def _hear(self) -> None:
        if self.link != "connected":
            self.link, self.trouble = "connected", ""
            if self.game:
                self.audience.told(self.serial, self.game)

    def _is_set_up(self) -> bool:
        """Whether the pieces stand ready for another game than the last one."""
        return bool(self.seen and self.game and self.seen.game != self.game.number)

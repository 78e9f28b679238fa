"""The stream of an own game, sans I/O: bytes in, events out. It is the same for players and for bots.

It is not late, shows draw offers, and takes moves back by telling fewer of them. Every state has all moves.
"""

from dataclasses import dataclass

import chess
import msgspec

from bot.lichess.decoder import Decoder, Malformed
from bot.lichess.draw_talk import SPEAKER, DrawTalk
from bot.lichess.ndjson import LineSplitter
from bot.lichess.own_wire import BoardLine, BoardPlayer, BoardState
from bot.lichess.statuses import finish_of
from bot.lichess.variants import VARIANTS, start_position
from bot.updates import Clocks, GameInfo, Player
from scoring import Finish, OfferEvent

_NO_CLOCK_MS = 2**31 - 1
"""The clock of a game without one."""


@dataclass(frozen=True, slots=True)
class Described:
    """The first line: who plays what."""

    info: GameInfo


@dataclass(frozen=True, slots=True)
class State:
    """The game as it stands; with a `finish` it is over."""

    moves: tuple[chess.Move, ...]
    clocks: Clocks
    offers: tuple[OfferEvent, ...]
    finish: Finish | None = None


Event = Described | State | Malformed


class BoardStream(Decoder[Event]):
    """Decodes one game over as many connections as it takes."""

    def __init__(self, game_id: str, url: str | None = None) -> None:
        """Take the id the stream must have and the address where people see the game."""
        self._id = game_id
        self._url = url
        super().__init__()
        self._decoder = msgspec.json.Decoder(BoardLine)
        self._info: GameInfo | None = None
        self._board = chess.Board()
        self._words: list[str] = []
        self._talk = DrawTalk(chess.WHITE)
        self._last: State | None = None

    def reconnect(self) -> None:
        """A new connection begins: it will describe the game and tell all its moves."""
        self._lines = LineSplitter()

    def _read(self, raw: bytes) -> list[Event]:
        line = self._decoder.decode(raw)
        match line.type:
            case "gameFull":
                return self._full(line)
            case "gameState":
                return self._state(line)
            case "chatLine":
                return self._chat(line)
        return []  # an opponent who is gone, or a message of a kind that does not exist yet

    def _full(self, line: BoardLine) -> list[Event]:
        if line.id != self._id:
            return [Malformed("the server speaks of another game than the one asked for")]
        if self._info is None:
            try:
                self._info = self._describe(line)
            except ValueError as error:
                return [Malformed(f"the start position is not one: {error}", gap=True)]
            self._board = self._info.start.copy()
            self._talk = DrawTalk(self._board.turn)
        described = Described(self._info)
        return [described, *self._state(line.state)] if line.state else [described]

    def _describe(self, line: BoardLine) -> GameInfo:
        variant = line.variant.key if line.variant else "standard"
        start = start_position(variant, None if line.initial_fen == "startpos" else line.initial_fen)
        return GameInfo(_player(line.white), _player(line.black), variant, line.speed or "", start, self._url)

    def _state(self, state: BoardState) -> list[Event]:
        if self._info is None:
            return [Malformed("a state came before the description of the game", gap=True)]
        if self._info.variant not in VARIANTS:
            return []
        finish = finish_of(state.status, state.winner)
        known = self._last.moves if self._last else ()
        if state.moves or finish is None:  # an aborted game may have lost its moves
            try:
                self._take_moves(state.moves.split())
            except ValueError:
                return [Malformed(f"move {len(self._words) + 1} is not legal", gap=True)]
        moves = tuple(self._board.move_stack)
        if (kept := _common(known, moves)) < len(known):
            self._talk.took_back(kept)
        self._talk.flags(len(moves), white=state.wdraw, black=state.bdraw)
        clocks = Clocks(_milliseconds(state.wtime), _milliseconds(state.btime))
        self._last = State(moves, clocks, self._talk.events, finish)
        return [self._last]

    def _take_moves(self, words: list[str]) -> None:
        """Put the board where the moves lead; raises ValueError at the first that is not legal."""
        kept = _common(self._words, words)
        while len(self._board.move_stack) > kept:
            self._board.pop()
        del self._words[kept:]
        for word in words[kept:]:
            move = self._board.parse_uci(word)  # takes both spellings of castling
            if not move:
                raise ValueError("a move that moves nothing")
            self._board.push(move)
            self._words.append(word)

    def _chat(self, line: BoardLine) -> list[Event]:
        """What the server says in the chat counts; whatever players write there does not."""
        if self._last is None or self._last.finish or line.username != SPEAKER:
            return []
        self._talk.system_line(len(self._last.moves), line.text)
        if self._talk.events == self._last.offers:
            return []
        self._last = State(self._last.moves, self._last.clocks, self._talk.events)
        return [self._last]


def _common(known: tuple[object, ...] | list[str], told: tuple[object, ...] | list[str]) -> int:
    """How many elements two sequences begin with in common."""
    pairs = zip(known, told, strict=False)
    return next((index for index, (ours, theirs) in enumerate(pairs) if ours != theirs), min(len(known), len(told)))


def _player(wire: BoardPlayer) -> Player:
    return Player(wire.name or "", wire.title, wire.rating, wire.ai_level)


def _milliseconds(ms: int | None) -> int | None:
    return None if ms is None or ms >= _NO_CLOCK_MS else max(0, ms)

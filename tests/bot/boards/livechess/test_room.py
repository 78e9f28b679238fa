"""Whatever boards, LiveChess and the operator do, in any order: every game lives a life that a game can live."""

from contextlib import suppress
from random import Random

import chess
import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.boards.livechess.wire import ListedBoard, Position
from bot.boards.room import Room
from bot.boards.stand_in.hands import arrangements, kings_to_the_centre
from bot.clock import ManualClock
from bot.sources.livechess import BoardGames
from tests.bot.boards.livechess.evening import NIGHT_MS, SERIAL, TABLE, named
from tests.bot.sources.notes import Notes

LINES = ["e4 e5 Nf3 Nc6 Bb5 a6 O-O", "f3 e5 g4 Qh4", "d4 d5 c4 dxc4 e3 b5"]
WAIT_MS = 4_000


def seen_in(line: str) -> list[str]:
    """What a board sees in a game, and kings in the centre afterwards."""
    board, seen = chess.Board(), [chess.STARTING_BOARD_FEN]
    for san in line.split():
        move = board.parse_san(san)
        seen += arrangements(board, move, Random(1))
        board.push(move)
    return seen + kings_to_the_centre(board, "draw")


SEEN = [seen_in(line) for line in LINES]
PLACED = st.tuples(st.just("placed"), st.sampled_from(range(len(LINES))), st.integers(0, 30), st.integers(1, 8))
ODD = st.tuples(st.just("odd"), st.sampled_from(["8/8/8/8/8/8/8/8", "x", "", "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK"]))
LINK = st.sampled_from([("listed", "ACTIVE"), ("listed", "NOTRESPONDING"), ("gone",), ("away",), ("restart",)])
SAYS = st.sampled_from(
    [
        ("wait",),
        ("name", "Drossel"),
        ("name", ""),
        ("game", "Erle"),
        ("round", 2),
        ("turn",),
        ("reopen",),
        *(("end", outcome) for outcome in ("draw", "white_wins", "black_wins", "void")),
        *(("correct", line) for line in ["", "e4", *LINES]),
        *(("new", line) for line in ["", *LINES]),
    ]
)


class Evening:
    def __init__(self) -> None:
        self.clock, self.notes, self.kept = ManualClock(NIGHT_MS), Notes(), b""
        self.begin()

    def begin(self) -> None:
        """Begin, or begin again: what is heard then is heard by others."""
        self.notes = Notes()
        self.room = Room(named(TABLE), self.clock, kept=self.kept or None, keep=self.keep)
        self.room.listen(BoardGames(self.notes))

    def keep(self, kept: bytes) -> None:
        self.kept = kept

    async def do(self, what: str, *how: object) -> None:
        room, game = self.room, next((game.id for game in reversed(self.room.view().games)), "none")
        match what, *how:
            case "placed", int(line), int(first), int(many):
                for placement in SEEN[line][first : first + many]:
                    await self.wait(250)
                    room.placed(Position(SERIAL, placement))
            case "odd", str(placement):
                room.placed(Position(SERIAL, placement))
            case "listed", str(state):
                room.connected()
                room.listed((ListedBoard(SERIAL, "COM3", state),), ())
            case ("gone",):
                room.listed((), ())
            case ("away",):
                room.disconnected("LiveChess has closed the connection")
            case ("restart",):
                self.begin()
            case ("wait",):
                await self.wait(WAIT_MS)
            case "name", str(name):
                room.control.name_players(SERIAL, name, "Birke")
            case "game", str(name):
                room.control.name_game(game, name, "Birke")
            case "round", int(number):
                room.control.begin_round(number)
            case ("turn",):
                room.control.turn(SERIAL)
            case ("reopen",):
                room.control.reopen(game)
            case "end", ("draw" | "white_wins" | "black_wins" | "void") as outcome:
                room.control.end(game, outcome)
            case "correct", str(line):
                room.control.correct(game, [line])
            case "new", str(line):
                room.control.new_game(SERIAL, [line])
            case _:
                raise AssertionError(what)

    async def wait(self, ms: int) -> None:
        until_ms = self.clock.now_ms() + ms
        while self.room.due_ms is not None and self.room.due_ms <= until_ms:
            await self.clock.advance(max(0, self.room.due_ms - self.clock.now_ms()))
            self.room.tick()
        await self.clock.advance(until_ms - self.clock.now_ms())


@settings(max_examples=40, deadline=None)
@given(st.lists(PLACED | PLACED | ODD | LINK | SAYS, max_size=25))
async def test_every_game_lives_a_life_that_a_game_can_live(deeds: list[tuple[object, ...]]) -> None:
    evening = Evening()
    for what, *how in deeds:
        with suppress(ValueError), capture_logs() as logs:
            await evening.do(str(what), *how)
        assert [entry for entry in logs if entry["log_level"] == "error"] == []
        view = evening.room.view()
        for game in view.games:
            told = evening.notes.games.get(game.id)
            assert told is not None, "every game is told"
            assert (told.game.ply, told.over) == (game.plies, game.outcome is not None)
        assert len({game.id for game in view.games}) == len(view.games)
    if evening.kept:
        msgspec.json.decode(evening.kept)

"""What must hold of every view of every game, judged by python-chess: positions, moves and ends agree."""

import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

import chess
import chess.pgn
import pytest

from bot.lichess.simulator import Game, ManualClock, Script, Switches, TimeControl, World, statuses
from bot.lichess.simulator.state import State
from bot.lichess.simulator.variants import lichess_fen, new_board
from bot.lichess.simulator.views.board_stream import BoardStream
from bot.lichess.simulator.views.export_json import export_json
from bot.lichess.simulator.views.export_options import ExportOptions
from bot.lichess.simulator.views.export_pgn import export_pgn
from bot.lichess.simulator.views.games_stream import own_game_event, watched_game
from bot.lichess.simulator.views.own_game import now_playing
from bot.lichess.simulator.views.tv import TvFeed
from tests.bot.lichess.simulator.lines import move_stream
from tests.bot.lichess.simulator.random_games import RandomGame

FIXED = (
    Script().moves("f3 e5 g4 Qh4#"),
    Script(variant="kingOfTheHill", initial_fen="7k/8/8/8/8/3K4/8/8 w - - 0 1").moves("Kd4"),
    Script(initial_fen="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").moves("Qg6"),
    Script(initial_fen="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", control=TimeControl(60, 0)).moves("Kf7").flag(),
    Script(initial_fen="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", control=TimeControl(60, 0)).flag(),
    Script(initial_fen="7k/P7/5K2/8/8/8/8/8 w - - 0 1").moves("a8=N"),
)
"""Games that end as few do by chance."""
SEEDS = range(60)
WINS = {"mate", "resign", "noStart"}
"""Endings with a winner; those without are below, all others may have one."""
DRAWS = {"created", "started", "aborted", "stalemate", "draw", "insufficientMaterialClaim"}


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [script.game() for script in FIXED] + [RandomGame(seed).play() for seed in SEEDS]


def test_the_games_end_in_many_ways(games: list[Game]) -> None:
    ends = {game.states[-1].status.name for game in games}
    assert {"started", "aborted", "mate", "resign", "stalemate", "outoftime", "timeout", "cheat", "variantEnd"} <= ends
    assert len({game.variant for game in games}) > 5
    assert sum(any(event.kind == "takeback" for event in game.events) for game in games) > 10


def checked(lines: Iterable[dict[str, Any]], start: chess.Board) -> Iterator[chess.Board]:
    """The boards of lines with FEN and last move: each comes by that move, a legal one, from one before it."""
    boards = [start]
    for line in lines:
        while not (after := made(boards[-1], line)):
            boards.pop()  # a takeback: the position comes from an earlier one
            assert boards, line
        boards.append(after)
        yield after


def made(board: chess.Board, line: dict[str, Any]) -> chess.Board | None:
    """The board after the move of a line, if it leads to the FEN of the line."""
    for move in board.legal_moves:
        if line["lm"] == (move.uci()[2:4] * 2 if move.drop else board.uci(move)[:4]):
            after = board.copy()
            after.push(move)
            if lichess_fen(after) == line["fen"]:
                return after
    return None


def test_the_move_stream(games: list[Game]) -> None:
    for game in games:
        first, *told = [json.loads(line.data) for line in move_stream(game, 0, 10**9)[0]]
        final = told.pop() if game.states[-1].status.over else None
        board = new_board(game.variant, first.get("initialFen"))
        if not told:
            continue
        assert told[0]["fen"] == lichess_fen(board)
        last = [board, *checked(told[1:], board)][-1]
        if final:
            taken_back = [line["fen"] for line in told]
            assert final["fen"] in (lichess_fen(last), *taken_back)
            assert final["turns"] == game.states[-1].turns
            assert_end(game.states[-1], final["status"]["name"], final.get("winner"))


def test_the_feed_of_tv(games: list[Game]) -> None:
    for game in games:
        feed = TvFeed(game, Switches(tv_end=True))
        opened = game.states[len(game.states) // 2]
        lines = [*feed.open(opened), *(line for s in game.states[len(game.states) // 2 + 1 :] for line in feed.feed(s))]
        featured, *told = [json.loads(line.data) for line in lines]
        assert featured["d"]["fen"] == opened.positions[-1].fen
        moves = [line["d"] for line in told if line["t"] == "fen"]
        board = new_board(game.variant, game.initial_fen)
        before = [{"fen": p.fen, "lm": p.uci[:4] if "@" not in p.uci else p.uci[2:] * 2} for p in opened.positions[1:]]
        list(checked([*before, *moves], board))
        for line in told:
            if line["t"] == "end":
                assert_end(game.states[-1], line["d"]["status"], line["d"].get("winner"))


def after(start: chess.Board, moves: Iterable[str]) -> chess.Board:
    """The board after moves in UCI; an illegal one is an error."""
    board = start.copy()
    for uci in moves:
        board.push_uci(uci)
    return board


def test_ones_own_stream(games: list[Game]) -> None:
    for game in games:
        feed = BoardStream(game, chess.WHITE, Switches(), bot=False)
        lines = [line for now_ms in (0, 10**9) for line in feed.news(World(ManualClock(now_ms), [game]))]
        full, *rest = [json.loads(line.data) for line in lines]
        start = new_board(game.variant, None if full["initialFen"] == "startpos" else full["initialFen"])
        states = [full["state"], *(line for line in rest if line["type"] == "gameState")]
        boards = [after(start, state["moves"].split()) for state in states]
        assert lichess_fen(boards[-1]) == game.states[-1].positions[-1].fen
        assert_end(game.states[-1], states[-1]["status"], states[-1].get("winner"))


def test_records(games: list[Game]) -> None:
    for game in games:
        for state in (*game.states[::5], game.states[-1]):
            switches, options = Switches(), ExportOptions(last_fen=True, literate=True)
            told = json.loads(export_json(game, state, options, switches))
            board = new_board(game.variant, told.get("initialFen"))
            for san in told["moves"].split():
                board.push_san(san)
            plies = len(board.move_stack)
            assert plies == (state.plies if state.status.over else min(state.plies, max(state.plies - 3, 5)))
            assert state.playable or lichess_fen(board) == told["lastFen"]
            assert len(told.get("clocks", [0] * plies)) in (plies, plies + 1)
            assert_end(state, told["status"], told.get("winner"))
            assert state.playable or told["status"] in possible_ends(board, told.get("winner"))
            pgn = chess.pgn.read_game(io.StringIO(export_pgn(game, state, options, switches)))
            assert pgn is not None
            assert pgn.errors == []
            assert [move.uci() for move in pgn.mainline_moves()] == [move.uci() for move in board.move_stack]
            assert pgn.headers["Result"] == result(told["status"], told.get("winner"))


def test_lists_of_games(games: list[Game]) -> None:
    for game in games:
        for state in (*game.states[::5], game.states[-1]):
            event = json.loads(own_game_event("amsel")(game, state, 10**6))["game"]
            assert event["fen"] == state.positions[-1].fen
            assert event["isMyTurn"] == (state.playable and new_board(game.variant, event["fen"]).turn == chess.WHITE)
            assert_end(state, event["status"]["name"], event.get("winner"))
            watched = json.loads(watched_game(game, state, 0))
            assert statuses.STATUSES[watched["statusName"]].id == watched["status"]
            assert_end(state, watched["statusName"], watched.get("winner"))
        playing = json.loads(now_playing([game], "birke", 1000, 9))["nowPlaying"]
        assert [one["fen"] for one in playing] == [game.state_at(1000).positions[-1].fen]


def possible_ends(board: chess.Board, winner: str | None) -> set[str]:
    """The statuses with which a game may end in a position; python-chess knows it."""
    won = None if winner is None else winner == "white"
    if board.is_variant_end():
        return {"variantEnd"}
    if board.is_checkmate():
        return {"mate"} if won == (not board.turn) else set()
    if board.is_stalemate():
        return {"stalemate"}
    if board.is_insufficient_material():
        return {"draw"}
    flag_wins = not board.has_insufficient_material(not board.turn)
    flagged = {"outoftime"} if won == ((not board.turn) if flag_wins else None) else set()
    return flagged | {"aborted", "resign", "timeout", "draw", "cheat", "noStart", "insufficientMaterialClaim"}


def result(status: str, winner: str | None) -> str:
    """The result by Lichess' rule: the winner decides; a finished game without one is drawn."""
    if winner:
        return {"white": "1-0", "black": "0-1"}[winner]
    return "*" if status in ("created", "started", "aborted") else "1/2-1/2"


def assert_end(state: State, status: str, winner: str | None) -> None:
    """What a view tells of the end is true, and agrees with the position."""
    assert status == state.status.name
    assert winner == {None: None, chess.WHITE: "white", chess.BLACK: "black"}[state.winner]
    assert winner is not None or status not in WINS
    assert winner is None or status not in DRAWS

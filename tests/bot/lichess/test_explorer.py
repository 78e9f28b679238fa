"""The client of the opening explorer: its answers, every fault, its pace, and whom it shows the token."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from random import Random
from urllib.parse import parse_qs, urlsplit

import chess
import pytest
import pytest_asyncio

from bot.clock import ManualClock
from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError, RateLimitError, TokenError
from bot.lichess.explorer import Database, Explored, Explorer
from bot.lichess.governor import Governor
from bot.lichess.simulator import faults
from bot.lichess.simulator.faults import Fault, HangUp, Refuse, SlowOpen, Stop, StopAt
from tests.bot.live import Live, running

TOKEN = "lip_s3cretS3cretS3cret"


@pytest_asyncio.fixture
async def live() -> AsyncIterator[Live]:
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        yield live
        assert live.simulator.violations == []


def moves(text: str) -> list[chess.Move]:
    board = chess.Board()
    for word in text.split():
        board.push_san(word)
    return board.move_stack


async def ask(live: Live, played: str | Sequence[chess.Move] = "", database: Database = "masters") -> Explored:
    """The answer, however long it takes."""
    explorer = Explorer(live.client, database)
    task = asyncio.create_task(explorer.ask(moves(played) if isinstance(played, str) else played))
    await live.turn_until(task.done)
    return task.result()


ANSWERS: list[tuple[str, tuple[int, dict[str, int]]]] = [
    ("", (8, {"e2e4": 7, "d2d4": 1})),
    ("e4", (7, {"e7e5": 5, "c7c5": 2})),
    ("e4 c5", (2, {"g1f3": 2})),
    ("e4 c5 Nf3", (0, {})),  # where both games ended
    ("d4 c5 e4 e5 Nf3", (0, {})),
    ("e4 e5 Nf3 Nf6 Bc4 Bc5", (5, {"e1g1": 5})),
    ("Nf3 Nf6 e4 e5 Bc4 Bc5", (5, {"e1g1": 5})),  # another way to the same position
    ("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O", (5, {"e8g8": 5})),
    ("a3", (0, {})),
]


@pytest.mark.parametrize("database", ["masters", "lichess"])
@pytest.mark.parametrize(("played", "expected"), ANSWERS)
async def test_answers(live: Live, database: Database, played: str, expected: Explored) -> None:
    table = live.world.masters_openings if database == "masters" else live.world.lichess_openings
    table.add_line("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O", chess.WHITE, 5)
    table.add_line("e4 c5 Nf3", None, 2)
    table.add_line("d4", chess.BLACK)
    assert await ask(live, played, database) == expected


def play_of(path: str) -> str:
    """The moves that are asked for."""
    return parse_qs(urlsplit(path).query, keep_blank_values=True)["play"][0]


SEEDS = range(40)


def castling_game(seed: int) -> list[chess.Move]:
    """A random game in which both sides castle when they can."""
    random, board = Random(seed), chess.Board()
    while board.ply() < 60 and (legal := list(board.legal_moves)):
        board.push(random.choice([move for move in legal if board.is_castling(move)] or legal))
    return board.move_stack


@pytest.mark.parametrize("seed", SEEDS)
async def test_moves_are_understood_whoever_castles(live: Live, seed: int) -> None:
    played = castling_game(seed)
    board = chess.Board()
    for move in played:
        board.push(move)
    table = live.world.masters_openings
    for move in board.legal_moves:
        table.add([*played, move])
    answer = await ask(live, played)
    assert answer.moves == dict.fromkeys((move.uci() for move in board.legal_moves), 1)
    words = play_of(live.simulator.requests[-1].path).split(",")
    again = chess.Board()
    for word, move in zip(words, played, strict=True):
        takes_rook = again.piece_at(chess.parse_square(word[2:4])) == chess.Piece(chess.ROOK, again.turn)
        assert again.is_castling(move) == takes_rook
        again.push(again.parse_uci(word))
    assert again == board


def test_the_random_games_have_castling_of_each_kind() -> None:
    kinds = set()
    for seed in SEEDS:
        board = chess.Board()
        for move in castling_game(seed):
            if board.is_castling(move):
                kinds.add((board.turn, board.is_kingside_castling(move)))
            board.push(move)
    assert len(kinds) == 4


async def test_all_moves_are_asked_for(live: Live) -> None:
    for move in chess.Board().legal_moves:
        live.world.masters_openings.add([move])
    assert len((await ask(live)).moves) == 20


FAULTS: list[tuple[Fault, type[LichessError], str]] = [
    (faults.UNAUTHORIZED, TokenError, "refuses the token: make one at the server"),
    (faults.FORBIDDEN, TokenError, "refuses the token: make one at the server"),
    (faults.NOT_FOUND, NotFoundError, "does not exist there"),
    (faults.SERVER_ERROR, LichessError, "answers with HTTP 500"),
    (faults.BAD_GATEWAY, LichessError, "answers with HTTP 502"),
    (faults.UNAVAILABLE, LichessError, "answers with HTTP 503"),
    (faults.HTML_AT_200, LichessError, "is not understood"),
    (faults.EMPTY_AT_200, LichessError, "is not understood"),
    (HangUp(), LichessError, "cannot be reached"),
    (HangUp(Stop.RESET), LichessError, "cannot be reached"),
    (SlowOpen(), LichessError, "no answer within 10 s"),
    (StopAt(0, Stop.SILENCE, keep="half"), LichessError, "no answer within 10 s"),
    (StopAt(0, Stop.EOF, keep="half"), LichessError, "is not understood"),
    (StopAt(0, Stop.CUT, keep="half"), LichessError, "the connection broke"),
    (StopAt(0, Stop.SHORT, keep="half"), LichessError, "the connection broke"),
    (StopAt(0, Stop.GARBLED, keep="half"), LichessError, "connection broke|cannot be reached"),
    (StopAt(0, Stop.RESET, keep="half"), LichessError, "the connection broke"),
    (Refuse(200, " " * (2 << 20)), LichessError, "does not end"),
]


@pytest.mark.parametrize(("fault", "kind", "sentence"), FAULTS, ids=lambda value: str(value)[:40])
async def test_faults(live: Live, fault: Fault, kind: type[LichessError], sentence: str) -> None:
    live.world.masters_openings.add_line("e4 e5", times=3)
    count = 2 if isinstance(fault, HangUp) else 1  # where nothing came at all, the HTTP library tries once more
    live.simulator.faults.add(fault, route="explorer", count=count)
    with pytest.raises(LichessError, match=sentence) as caught:
        await ask(live)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    assert TOKEN not in str(caught.value)
    assert (await ask(live)).games == 3  # and the place is free again


@pytest.mark.parametrize(
    "fault", [faults.ExtraKeys(), faults.ReorderedKeys(), faults.Gzip(), faults.ByteByByte(), SlowOpen(9_000)]
)
async def test_faults_that_do_no_harm(live: Live, fault: Fault) -> None:
    live.world.masters_openings.add_line("e4 e5", times=3)
    live.simulator.faults.add(fault, route="explorer")
    assert await ask(live) == (3, {"e2e4": 3})


@pytest.mark.parametrize(
    ("fault", "quiet_ms"),
    [
        *((fault, 60_000) for fault in (faults.RATE_LIMIT, faults.RATE_LIMIT_HTML)),
        *((fault, 90_000) for fault in (faults.RATE_LIMIT_SECONDS, faults.RATE_LIMIT_RETRY_AFTER)),
    ],
)
async def test_after_a_429_all_requests_pause(live: Live, fault: Fault, quiet_ms: int) -> None:
    live.simulator.faults.add(fault, route="explorer")
    with pytest.raises(RateLimitError):
        await ask(live)
    assert Explorer(live.client, "lichess").pauses
    tasks = [asyncio.create_task(Explorer(live.client, "masters").ask([])) for _ in range(3)]
    other = asyncio.create_task(live.client.statuses(["amsel"]))
    await live.turn(quiet_ms - 1)
    assert len(live.simulator.requests) == 1
    await live.turn_until(lambda: all(task.done() for task in [*tasks, other]))
    assert not Explorer(live.client, "lichess").pauses


def answer(*listed: object, **counts: object) -> str:
    return json.dumps({"white": 1, "draws": 1, "black": 1, "moves": listed} | counts)


def move(uci: object, **counts: object) -> dict[str, object]:
    return {"uci": uci, "white": 1, "draws": 0, "black": 0} | counts


NOT_UNDERSTOOD = [
    *("<html>", "", "{", "null", "[]", "{}", "[" * 100_000, '"\\ud800"', '{"white":1,"draws":1,"black":1}'),
    *(answer(white=count) for count in (-1, 1.5, "1", None, 10**13, 10**30, True, [1])),
    *(answer(moves=wrong) for wrong in (None, 5, "", ["e2e4"], [None])),
    *(answer(move("e2e4", draws=count)) for count in (-1, None, 2**64)),
    *(answer(move(uci)) for uci in (None, 5, ["e2e4"])),
    answer({"uci": "e2e4"}),
]
ELSEWHERE = ["e7e5", "e2e5", "e1g1", "e1h1", "", "e2", "P@e4", "e2e4q", "e2e4 ", "é2e4", "e2e4" * 1000, "\x00"]


@pytest.mark.parametrize("body", NOT_UNDERSTOOD, ids=lambda body: body[:50])
async def test_an_answer_that_is_none(live: Live, body: str) -> None:
    live.simulator.faults.add(Refuse(200, body), route="explorer")
    with pytest.raises(LichessError, match="answer is not understood"):
        await ask(live)


@pytest.mark.parametrize("uci", ELSEWHERE)
async def test_moves_that_are_impossible_there(live: Live, uci: str) -> None:
    live.simulator.faults.add(Refuse(200, answer(move("e2e4"), move(uci))), route="explorer")
    with pytest.raises(LichessError, match="answer is about another position"):
        await ask(live)


async def test_zeros_are_an_answer(live: Live) -> None:
    live.simulator.faults.add(Refuse(200, answer(white=0, draws=0, black=0)), route="explorer")
    assert await ask(live) == (0, {})


async def test_one_at_a_time_and_not_too_often(live: Live) -> None:
    """The simulator counts both; more than sixty a minute would break its limit."""
    explorer = Explorer(live.client, "masters")
    begun_ms = live.clock.now_ms()
    tasks = [asyncio.create_task(explorer.ask([])) for _ in range(75)]
    await live.turn_until(lambda: all(task.done() for task in tasks))
    assert len(live.simulator.requests) == 75
    assert live.clock.now_ms() - begun_ms == 70_000


async def test_without_a_token_nothing_is_asked() -> None:
    async with running(tokens={TOKEN: "amsel"}) as live:
        with pytest.raises(TokenError, match="needs a token"):
            await ask(live)
        assert live.simulator.requests == []


async def test_the_token_goes_to_the_explorer_alone(live: Live) -> None:
    """Not even where the explorer sends its clients."""
    async with running(tokens={TOKEN: "amsel"}) as elsewhere:
        there = (("Location", f"{elsewhere.url}/masters"),)
        live.simulator.faults.add(Refuse(302, "", headers=there), route="explorer")
        with pytest.raises(TokenError):
            await ask(live)
        (asked,) = elsewhere.simulator.requests
        assert asked.user is None
    assert not any(TOKEN in asked.path for asked in live.simulator.requests)


async def test_an_explorer_that_is_not_there(unused_tcp_port: int) -> None:
    governor = Governor(ManualClock())
    async with LichessClient(f"http://127.0.0.1:{unused_tcp_port}", governor, token=TOKEN) as client:
        explorer = Explorer(client, "lichess")
        assert explorer.name == f"127.0.0.1:{unused_tcp_port}/lichess"
        with pytest.raises(LichessError, match="cannot be reached"):
            await explorer.ask([])


@pytest.mark.parametrize(("database", "plies"), [("masters", None), ("lichess", 50)])
async def test_how_far_a_database_goes(live: Live, database: Database, plies: int | None) -> None:
    assert Explorer(live.client, database).plies == plies

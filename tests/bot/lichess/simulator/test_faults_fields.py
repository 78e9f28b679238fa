"""Faults in what lines say."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.lichess.simulator import Player, Script, TimeControl, faults
from bot.lichess.simulator.faults import (
    AiOnly,
    ChinesePerf,
    Chunk,
    ClocksMissing,
    ClocksSwapped,
    ClockUp,
    ExtraKeys,
    Fault,
    HugeLine,
    OmitPlaying,
    ReorderedKeys,
    StaleDrawFlag,
    UnknownStatus,
    UserMissing,
    WrongMoveNumbers,
)
from tests.bot.lichess.simulator.lab import Lab
from tests.bot.lichess.simulator.wire import answer

STREAM, EXPORT = "/api/stream/game/abcdefgh", "/game/export/abcdefgh"
GAME = Script(control=TimeControl(180, 2)).moves("f3 e5 g4 Qh4#").game()
Line = dict[str, Any]


async def lines(lab: Lab, path: str = STREAM, accept: str = "*/*") -> list[Line]:
    """The JSON objects of an answer as they come over the wire."""
    _, body = await answer(lab, path, accept)
    return [json.loads(line) for line in body.split(b"\n") if line.startswith(b"{")]


def each(change: Line, *numbers: int) -> Callable[[list[Line]], list[Line]]:
    """Lines with other keys: those with these numbers, or all."""
    return lambda right: [line | change if i in numbers or not numbers else line for i, line in enumerate(right)]


def with_players(*players: Line) -> Callable[[list[Line]], list[Line]]:
    """The first and the final line with other players."""
    both = dict(zip(("white", "black"), players, strict=True))
    return lambda right: each({"players": both}, 0, 6)(right)


def clock_up(key: str, line: int) -> Callable[[list[Line]], list[Line]]:
    """A clock that shows 15 s more from a line on."""
    return lambda right: [
        told | {key: told[key] + 15} if i >= line and key in told else told for i, told in enumerate(right)
    ]


def swapped(right: list[Line]) -> list[Line]:
    """White's clock as Black's, and the other way round."""
    assert right[4]["wc"] != right[4]["bc"]
    return [line | {"wc": line["bc"], "bc": line["wc"]} if "wc" in line else line for line in right]


def without_clocks(right: list[Line]) -> list[Line]:
    return [{key: value for key, value in line.items() if key not in ("wc", "bc")} for line in right]


def miscounted(right: list[Line]) -> list[Line]:
    fens = {2: "0 3", 3: "0 4"}
    return [line | {"fen": line["fen"][:-3] + fens[i]} if i in fens else line for i, line in enumerate(right)]


# What a fault makes of the seven lines of the finished game.
FIELDS: dict[str, tuple[Fault, Callable[[list[Line]], list[Line]]]] = {
    "extra keys": (ExtraKeys(), each({"futureKey": {"nested": [1, 2, 3]}, "note": "é"})),
    "keys in another order": (ReorderedKeys(1), lambda right: right),
    "a huge line": (HugeLine(3), each({"futureText": "x" * 1_000_000}, 3)),
    "an unknown status": (UnknownStatus(), each({"status": {"id": 61, "name": "futureEnd"}}, 6)),
    "wrong move numbers": (WrongMoveNumbers(2, 2, by=2), miscounted),
    "no clocks": (ClocksMissing(), without_clocks),
    "White's clock up": (ClockUp(3), clock_up("wc", 3)),
    "Black's clock up": (ClockUp(4, "b"), clock_up("bc", 4)),
    "clocks swapped": (ClocksSwapped(), swapped),
    "no users": (UserMissing(), with_players({"rating": 1700}, {"rating": 1650})),
    "only engines": (AiOnly(), with_players({"aiLevel": 3}, {"aiLevel": 3})),
    "no perf name to translate": (ChinesePerf(), lambda right: right),
    "no flag that could be stale": (StaleDrawFlag(), lambda right: right),
    "nobody to leave out": (OmitPlaying(), lambda right: right),
}


@pytest.mark.parametrize("name", FIELDS)
async def test_fields(lab: Lab, name: str) -> None:
    fault, expected = FIELDS[name]
    assert fault.harmless
    lab.add(GAME)
    await lab.clock.advance(10_000)
    right = await lines(lab)
    lab.simulator.faults.add(fault)
    assert await lines(lab) == expected(right)


async def test_the_order_of_keys(lab: Lab) -> None:
    lab.add(GAME)
    await lab.clock.advance(10_000)
    right, orders = await lines(lab), set()
    for seed in (1, 2, 1):
        lab.simulator.faults.add(ReorderedKeys(seed))
        mixed = await lines(lab)
        assert mixed == right
        orders.add(json.dumps(mixed))
    assert len(orders) == 2
    assert json.dumps(right) not in orders


async def test_a_feed(lab: Lab) -> None:
    lab.add(Script(control=TimeControl(180, 2)).moves("e4 e5 Nf3").game())
    lab.simulator.faults.add(ClocksMissing(), route="tv")
    lab.simulator.faults.add(WrongMoveNumbers(1), route="tv")
    lab.simulator.faults.add(UserMissing(), route="tv")
    feed = await lab.stream("/api/tv/feed")
    await lab.clock.advance(1000)
    featured = json.loads(await feed.content.readline())["d"]
    assert featured["players"] == [{"color": "white", "rating": 1700}, {"color": "black", "rating": 1650}]
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    assert json.loads(await feed.content.readline()) == {"t": "fen", "d": {"fen": fen, "lm": "e2e4"}}


async def test_a_record(lab: Lab) -> None:
    lab.add(GAME)
    await lab.clock.advance(10_000)
    (right,) = await lines(lab, EXPORT, "application/json")
    for fault, change in ((ExtraKeys(), {"futureKey": {"nested": [1, 2, 3]}, "note": "é"}), (UnknownStatus(), {})):
        lab.simulator.faults.add(fault, route="export")
        assert await lines(lab, EXPORT, "application/json") == [right | change]


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (ExtraKeys(), lambda pgn: pgn.replace("]\n", ']\n[FutureTag "é"]\n', 1)),
        (HugeLine(0, 1000), lambda pgn: pgn.replace("]\n", f']\n[FutureTag "{"x" * 1000}"]\n', 1)),
        (ClocksMissing(), lambda pgn: pgn.replace("{ [%clk 0:03:00] } ", "")),
        (ReorderedKeys(), lambda pgn: pgn),
        (UserMissing(), lambda pgn: pgn),
    ],
)
async def test_a_record_in_pgn(lab: Lab, fault: Fault, expected: Callable[[str], str]) -> None:
    lab.add(Script(control=TimeControl(180, 0), pace_ms=0).moves("f3 e5 g4 Qh4#").game())
    _, pgn = await lab.get(EXPORT)
    lab.simulator.faults.add(fault, route="export")
    spoiled = (await lab.get(EXPORT))[1]
    assert spoiled == expected(pgn)
    assert ("%clk" in spoiled) != isinstance(fault, ClocksMissing)


async def test_a_user_who_plays_is_left_out(lab: Lab) -> None:
    lab.add(GAME)
    lab.world.add_user(Player("Cedern"))
    lab.simulator.faults.add(OmitPlaying(), route="status")
    path = "/api/users/status?ids=amsel,cedern,birke"
    assert [user["id"] for user in await lab.json(path)] == ["cedern"]
    assert [user["id"] for user in await lab.json(path)] == ["amsel", "cedern", "birke"]


OWN_START = {"type": "gameFull", "perf": {"name": "Rapid"}, "white": {"id": "amsel", "name": "Amsel", "title": None}}
OWN_START |= {"black": {"aiLevel": 2}, "state": {"type": "gameState", "moves": "", "status": "started"}}
OFFERED = {"type": "gameState", "moves": "e2e4", "wtime": 1000, "status": "started", "wdraw": True}
MOVED = {"type": "gameState", "moves": "e2e4 e7e5", "wtime": 1000, "status": "started"}
ENDED = {"type": "gameState", "moves": "e2e4 e7e5", "wtime": 1000, "status": "mate", "winner": "white"}
LISTED = {"id": "abcdefgh", "status": 30, "statusName": "mate", "winner": "white"}


@pytest.mark.parametrize(
    ("fault", "told", "before", "change"),
    [
        (StaleDrawFlag(), MOVED, OFFERED, {"wdraw": True}),
        (StaleDrawFlag(), MOVED, OWN_START | {"state": OFFERED}, {"wdraw": True}),
        (StaleDrawFlag(), MOVED, OWN_START, {}),
        (StaleDrawFlag(), OFFERED | {"wtime": 5}, OFFERED, {}),
        (StaleDrawFlag(), {"type": "chatLine"}, OFFERED, {}),
        (ChinesePerf(), OWN_START, {}, {"perf": {"name": "慢棋"}}),
        (UserMissing(), OWN_START, {}, {"white": {}}),
        (AiOnly(), OWN_START, {}, {"white": {"aiLevel": 3}, "black": {"aiLevel": 3}}),
        (ClockUp(0), MOVED, {}, {"wtime": 16_000}),
        (ClocksSwapped(), MOVED | {"btime": 2000}, {}, {"wtime": 2000, "btime": 1000}),
        (UnknownStatus(), ENDED, {}, {"status": "futureEnd"}),
        (UnknownStatus(), LISTED, {}, {"status": 61, "statusName": "futureEnd"}),
    ],
)
def test_streams_of_other_kinds(fault: Fault, told: Line, before: Line, change: Line) -> None:
    chunk = Chunk(json.dumps(told).encode() + b"\n", 5, final=True, before=json.dumps(before).encode())
    (spoiled,) = fault.rewrite([chunk])
    assert isinstance(spoiled, Chunk)
    assert json.loads(spoiled.data) == told | change


@pytest.mark.parametrize("fault", [ExtraKeys(), HugeLine(0), UnknownStatus(), ClocksMissing(), AiOnly(), OmitPlaying()])
@pytest.mark.parametrize("data", [b"\n", b" ", b"", b"no JSON", b"5"])
def test_what_is_no_message_stays(fault: Fault, data: bytes) -> None:
    for chunk in (Chunk(data), Chunk(data, 0, final=True)):
        assert list(fault.rewrite([chunk, faults.Stop.EOF])) == [chunk, faults.Stop.EOF]

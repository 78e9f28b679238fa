"""Who gets a stream: the table, what must always hold, and the streams at a server."""

from dataclasses import replace
from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.follower.planner import Candidate, allot
from bot.lichess.simulator import Player, Script, TimeControl
from tests.bot.following import Told, following
from tests.bot.live import Live

CASES = {
    # who there is (id, rank, minute when found, * for a stream), how many streams, who gets one
    "nobody": ("", 8, ""),
    "no streams": ("a00 b01", 0, ""),
    "enough for all": ("a01 b00 c02", 3, "abc"),
    "those found last": ("a20 b21 c22", 2, "bc"),
    "of those found together the first": ("a20 b20 c20", 2, "ab"),
    "the featured one": ("a20 b21 c00", 1, "c"),
    "the pinned one before others": ("a20* b21* c10", 2, "bc"),
    "who has one keeps it": ("a20* b21* c22", 2, "ab"),
    "the first found gives his": ("a20* b21* c22* d13", 3, "bcd"),
    "rank before holding": ("a00 b21* c22*", 2, "ac"),
}


def candidates(text: str) -> list[Candidate]:
    return [
        Candidate(word[0], int(word[1]), 60_000 * int(word[2]), order, word.endswith("*"))
        for order, word in enumerate(text.split())
    ]


@pytest.mark.parametrize(("text", "streams", "chosen"), CASES.values(), ids=CASES)
def test_who_gets_a_stream(text: str, streams: int, chosen: str) -> None:
    assert sorted(allot(candidates(text), streams)) == sorted(chosen)


GAMES = st.lists(st.tuples(st.integers(0, 2), st.booleans()), max_size=30).map(
    lambda games: [Candidate(str(order), rank, order // 4, order, holds) for order, (rank, holds) in enumerate(games)]
)


@given(GAMES, st.integers(0, 10), st.randoms())
def test_what_always_holds(games: list[Candidate], streams: int, random: Random) -> None:
    shuffled = sorted(games, key=lambda _: random.random())
    chosen = set(allot(shuffled, streams))
    assert chosen == set(allot(games, streams))
    assert len(chosen) == min(streams, len(games))
    with_stream = [game for game in games if game.id in chosen]
    without = [game for game in games if game.id not in chosen]
    for waiting in without:
        for streamed in with_stream:
            assert streamed.rank <= waiting.rank, "a better rank waits while a worse one has a stream"
            if streamed.rank == waiting.rank:
                assert streamed.has_stream or not waiting.has_stream, "a holder was moved for an equal"


@given(GAMES, st.integers(0, 10))
def test_nothing_moves_when_nothing_changes(games: list[Candidate], streams: int) -> None:
    chosen = set(allot(games, streams))
    again = [replace(game, has_stream=game.id in chosen) for game in games]
    assert set(allot(again, streams)) == chosen


# --- at a server

LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 Nb3 a5"


def add_games(live: Live, count: int, **fields: object) -> list[str]:
    """Add games that go on for a while; what is given concerns the last one."""
    ids = [f"game{number:04}" for number in range(count)]
    for game_id in ids:
        last = fields if game_id == ids[-1] else {}
        script = Script(game_id, control=TimeControl(900, 0), pace_ms=5_000, **last).moves(LINE)
        live.add(script.resign(chess.BLACK).game())
    return ids


def streamed(told: Told) -> set[str]:
    """The games that are followed by a stream, as the states and the server have it."""
    ids = {game.id for game in told.follower.games.values() if game.transport == "stream"}
    assert told.follower.streams.games == ids
    assert told.live.simulator.game_streams.used("127.0.0.1") == len(ids)
    return ids


async def test_the_featured_game_takes_the_slot_of_the_last_one(live: Live) -> None:
    async with following(live) as told:
        ids = add_games(live, 10)
        for game_id in ids:
            told.follower.found(game_id, "a test")
        await live.turn(10_000)
        assert streamed(told) == set(ids[:8])
        told.follower.transports.feature(ids[9])
        await live.turn(3_000)
        assert streamed(told) == {*ids[:7], ids[9]}
        told.follower.transports.feature(ids[8])
        await live.turn(3_000)
        assert streamed(told) == {*ids[:7], ids[8]}
        told.follower.transports.feature(None)
        await live.turn(10_000)
        assert streamed(told) == {*ids[:7], ids[8]}
    assert live.simulator.violations == []


async def test_a_pinned_player_has_a_slot_as_soon_as_his_name_is_known(live: Live) -> None:
    async with following(live, pinned=["ZEISIG"]) as told:
        ids = add_games(live, 10, black=Player("Zeisig", 2000))
        for game_id in ids:
            told.follower.found(game_id, "a test")
        await live.turn(20_000)
        assert streamed(told) == {*ids[:7], ids[9]}
        told.follower.transports.feature(ids[8])
        await live.turn(3_000)
        assert streamed(told) == {*ids[:6], ids[8], ids[9]}
    assert live.simulator.violations == []


async def test_the_slot_of_a_game_that_ends_goes_to_the_next(live: Live) -> None:
    async with following(live) as told:
        ids = add_games(live, 10)
        live.add(Script(ids[3], control=TimeControl(900, 0), pace_ms=15_000).moves("e4").resign(chess.WHITE).game())
        for game_id in ids:
            told.follower.found(game_id, "a test")
        await told.until(ids[3], "settled")
        await live.turn(3_000)
        assert streamed(told) == {*ids[:3], *ids[4:9]}
        assert told.game(ids[3]).transport == "none"
    assert live.simulator.violations == []


async def test_from_stream_to_record_and_back_no_ply_is_lost(live: Live) -> None:
    """Two of ten games are featured in turn; no game ever shows fewer plies than before."""
    async with following(live) as told:
        ids = add_games(live, 10)
        for game_id in ids:
            told.follower.found(game_id, "a test")
        transports: dict[str, set[str]] = {game_id: set() for game_id in ids}
        for turn in range(20):
            told.follower.transports.feature(ids[8 + turn % 2])
            await live.turn(7_000)
            for game_id in ids:
                transports[game_id].add(told.game(game_id).transport)
        await live.turn_until(lambda: all(states[-1] == "settled" for states in told.states.values()))
        assert {"stream", "export"} <= transports[ids[8]] & transports[ids[9]]
        for game_id in ids:
            assert told.plies[game_id] == sorted(told.plies[game_id])
            assert told.game(game_id).game.ply == len(LINE.split())
            assert told.states[game_id] == ["waiting", "live", "ended", "settled"]
    assert live.simulator.violations == []

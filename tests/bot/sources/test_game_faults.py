"""Every fault of the simulator, met while a game is followed: the score is that of the clean run."""

import itertools
from typing import Any

import chess
import pytest

from bot.demo.games import load_games
from bot.lichess.simulator import Game, Script, Switches, TimeControl, faults
from bot.lichess.simulator.faults import Fault, FinalLine, Lose, Refuse, SlowOpen, Stop, StopAt
from bot.updates import GameUpdate, Happening
from scoring import OfferEvent, Report, Rules, declined_offers, replay, score
from tests.bot.live import Live, Watch

H = Happening
BLITZ = TimeControl(180, 2)
SAN = [position.san for position in next(d for d in load_games() if d.name == "trades").game.states[-1].positions[1:31]]
SCRIPT = Script("faulty01", control=BLITZ).moves(" ".join(SAN[:20])).offer(chess.WHITE).moves(" ".join(SAN[20:]))
GAME = SCRIPT.resign(chess.BLACK).game()
MOVES = [chess.Move.from_uci(position.uci) for position in GAME.states[-1].positions[1:]]
OFFERS = (OfferEvent(21, chess.WHITE),)


def record() -> tuple[Report, list[tuple[Any, Any]]]:
    """The score of the complete record, and the points if drawn after every ply."""
    game = replay(MOVES)
    declined = [offer.side for offer in declined_offers(OFFERS, game.played())]
    draws = [score(game, Rules(), ply=ply).outcomes["draw"].points for ply in range(game.ply + 1)]
    return score(game, Rules(), declined=declined), [(draw[chess.WHITE], draw[chess.BLACK]) for draw in draws]


REPORT, HISTORY = record()

PASSING: dict[str, Fault] = {
    "429 JSON": faults.RATE_LIMIT,
    "429 HTML": faults.RATE_LIMIT_HTML,
    "500": faults.SERVER_ERROR,
    "502 HTML": faults.BAD_GATEWAY,
    "slow open": SlowOpen(20_000),
    "nothing at all": StopAt(0),
    "only the description": StopAt(1),
    "end between lines": StopAt(12),
    "end in a line": StopAt(12, keep="half"),
    "end in a character": StopAt(12, keep="half_character"),
    "cut between lines": StopAt(9, Stop.CUT),
    "cut in a line": StopAt(9, Stop.CUT, keep="half"),
    "reset at once": StopAt(0, Stop.RESET),
    "reset later": StopAt(20, Stop.RESET, keep="half"),
    "silence": StopAt(14, Stop.SILENCE),
    "silence in a line": StopAt(14, Stop.SILENCE, keep="half"),
    "lost final line": Lose(32),
    "byte by byte": faults.ByteByByte(),
    "one chunk": faults.OneChunk(),
    "extra keys": faults.ExtraKeys(),
    "unknown status": faults.UnknownStatus(),
    "no final line": FinalLine(0),
    "two final lines": FinalLine(2),
    **{f"line {line} twice": faults.Duplicate(line) for line in (0, 1, 2, 15, 31, 32)},
    **{f"line {line} lost": Lose(line) for line in (0, 1, 2, 15, 31)},
    **{f"five lines from {line} lost": Lose(line, 5) for line in (0, 2, 15, 29)},
    **{f"unknown line before {line}": faults.UnknownLine(line) for line in (0, 1, 20, 32)},
    **{f"broken line before {line}": faults.UnknownLine(line, b'{"fen":"r\xff\n') for line in (0, 1, 20, 32)},
}


def check(watch: Watch) -> None:
    """The score is the record's, and no report on the way ever had other points for a ply."""
    followed = watch.followed
    assert followed.lifecycle == "settled"
    assert followed.game.moves == MOVES
    assert followed.report == REPORT
    assert followed.history == HISTORY
    for seen in watch.histories:
        assert list(seen) == HISTORY[: len(seen)]
    plies = [len(update.moves) for update in watch.updates]
    assert plies == sorted(plies), "moves that were known were forgotten"
    assert rising_clocks(watch.updates) == []


def rising_clocks(updates: list[GameUpdate]) -> list[tuple[int, int]]:
    """Where a clock went up although nobody moved: clocks of an earlier position."""
    pairs = itertools.pairwise(updates)
    return [
        (len(before.moves), len(now.moves))
        for before, now in pairs
        if now.happening is H.MOVED and before.moves == now.moves and before.moves and before.clocks != now.clocks
    ]


@pytest.mark.parametrize("name", PASSING)
async def test_a_fault_does_not_change_the_score(live: Live, name: str) -> None:
    live.simulator.faults.add(PASSING[name])
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    check(watch)


@pytest.mark.parametrize("name", ["end in a line", "reset later", "line 15 lost", "502 HTML", "cut between lines"])
async def test_a_fault_that_comes_back_five_times(live: Live, name: str) -> None:
    live.simulator.faults.add(PASSING[name], count=5)
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    check(watch)


@pytest.mark.parametrize("live_switches", [Switches(first_line="2023")])
@pytest.mark.parametrize("name", ["end in a line", "no final line", "two final lines", "line 0 twice"])
async def test_with_the_old_first_line(live: Live, name: str) -> None:
    live.simulator.faults.add(PASSING[name])
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    check(watch)


@pytest.mark.parametrize("fault", [faults.RATE_LIMIT, faults.RATE_LIMIT_HTML, faults.SERVER_ERROR, faults.BAD_GATEWAY])
async def test_an_export_that_fails_for_a_while(live: Live, fault: Refuse) -> None:
    live.simulator.faults.add(fault, route="export_ids", count=3)
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end(step_ms=10_000)
    check(watch)


async def test_a_record_that_does_not_come_for_an_hour_is_asked_for_on(live: Live) -> None:
    until_ms = live.clock.now_ms() + 3_600_000
    live.simulator.faults.add(faults.SERVER_ERROR, route="export_ids", count=None, until_ms=until_ms)
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await live.turn_until(lambda: live.clock.now_ms() >= until_ms - 60_000, step_ms=60_000)
    assert watch.lifecycle == "ended"
    assert watch.followed.report == REPORT
    await watch.end()
    check(watch)
    assert live.clock.now_ms() - until_ms <= 62_000


async def test_silence_is_noticed_after_two_minutes(live: Live) -> None:
    live.simulator.faults.add(StopAt(5, Stop.SILENCE))
    game = live.add(
        Script(control=TimeControl(3600, 0)).moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4").wait(10**7).moves("Nf6").game()
    )
    watch = Watch(live, game.id)
    await live.turn_until(lambda: watch.ply == 3)
    silent_ms = live.clock.now_ms()
    await live.turn_until(lambda: H.LOST in watch.happenings)
    assert 119_000 <= live.clock.now_ms() - silent_ms <= 121_000
    assert watch.lifecycle == "reconnecting"
    assert watch.followed.reason == "nothing was heard for 120 s"
    await live.turn_until(lambda: watch.ply == 4)
    assert watch.lifecycle == "live"


async def test_a_lost_stream_is_told_before_it_is_opened_again(live: Live) -> None:
    live.simulator.faults.add(StopAt(12, Stop.CUT))
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    told = watch.happenings
    assert told == [H.DESCRIBED, H.MOVED, H.LOST, H.DESCRIBED, H.MOVED, H.ENDED, H.SETTLED]
    (lost,) = (update for update in watch.updates if update.happening is H.LOST)
    assert lost.reason.startswith("the connection broke: ")
    assert len(lost.moves) == 10


async def test_a_server_that_contradicts_itself_is_not_believed(live: Live) -> None:
    """A FEN that no move leads to: the known game stays, and the stream is read again."""
    strange = b'{"fen":"8/8/8/4k3/8/4K3/8/7R w - - 0 99","wc":1,"bc":1}\n'
    live.simulator.faults.add(faults.UnknownLine(15, strange), count=3)
    game = live.add(GAME)
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    check(watch)
    assert H.LOST in watch.happenings


def game_with_takeback() -> Game:
    moves = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bg4 h3 Bxf3"
    script = (
        Script("takeback", control=BLITZ, pace_ms=4000).moves(moves).takeback(4).moves("d3 Bd6 h3 h5 Bg5 f6 Be3 g5")
    )
    return script.resign(chess.WHITE).game()


@pytest.mark.parametrize("line", range(8, 22))
@pytest.mark.parametrize("stop", [Stop.CUT, Stop.EOF])
async def test_a_takeback_around_a_lost_connection(live: Live, line: int, stop: Stop) -> None:
    live.simulator.faults.add(StopAt(line, stop))
    game = live.add(game_with_takeback())
    watch = Watch(live, game.id)
    await live.play(game)
    await watch.end()
    record = replay(chess.Move.from_uci(position.uci) for position in game.states[-1].positions[1:])
    assert watch.lifecycle == "settled"
    assert watch.followed.game.moves == record.moves
    assert watch.followed.report == score(record, Rules())
    shorter = [
        (len(before.moves), len(now.moves))
        for before, now in zip(watch.updates, watch.updates[1:], strict=False)
        if len(now.moves) < len(before.moves)
    ]
    assert len(shorter) <= 1


async def test_other_games_go_on_when_one_is_in_trouble(live: Live) -> None:
    live.simulator.faults.add(StopAt(3, Stop.RESET), game="faulty01", count=None)
    well = live.add(GAME.anew("wellgame", 0))
    ill = live.add(GAME)
    watches = [Watch(live, ill.id), Watch(live, well.id)]
    await live.play(well)
    await watches[1].end()
    check(watches[1])
    assert H.LOST in watches[0].happenings
    assert watches[0].lifecycle in ("live", "reconnecting")  # it is tried again and again
    assert watches[0].ply <= 1

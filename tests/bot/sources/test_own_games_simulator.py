"""The games of the token's owner against the simulator, whatever it does and whatever goes wrong on the way."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

import chess
import pytest

from bot.lichess.simulator import Game, Kind, Player, Script, Switches, TimeControl, faults
from bot.lichess.simulator.faults import Fault, Stop, StopAt
from bot.sources.own_games import OwnGamesSource
from bot.updates import Clocks, Happening
from scoring import Ending, Finish, OfferEvent, declined_offers
from tests.bot.live import Live, running
from tests.bot.sources.hearing import Hearing

H = Happening
WHITE, BLACK = chess.WHITE, chess.BLACK
TOKEN = "lip_ofamsel"
RAPID = TimeControl(900, 10)
GAME = (
    Script("Offer001", control=RAPID, pace_ms=3000, source="friend")
    .moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4")
    .chat("Amsel", "Black declines draw")
    .offer(WHITE)
    .moves("Nf6 O-O")
    .offer(BLACK)
    .moves("Be7")
    .decline(WHITE)
    .moves("Re1 b5 Bb3 d6 c3")
    .propose_takeback(WHITE)
    .takeback()
    .moves("h3 O-O")
    .more_time(WHITE)
    .gone(BLACK)
    .wait(40_000)
    .back(BLACK)
    .moves("c3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Bb7 Nf1 Rac8 Bd3")
    .offer(WHITE)
    .cancel(WHITE)
    .moves("Nc4 Ng3")
    .offer(BLACK)
    .accept(WHITE)
    .game()
)
MOVES = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 h3 O-O c3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Bb7 Nf1 Rac8 Bd3 "
    "Nc4 Ng3"
)
OFFERS = (
    OfferEvent(7, WHITE),
    OfferEvent(9, BLACK),
    OfferEvent(10, WHITE, "decline"),
    OfferEvent(29, WHITE),
    OfferEvent(29, WHITE, "withdraw"),
    OfferEvent(31, BLACK),
)
SWITCHES = [
    Switches(),
    Switches(stale_draw=True),
    Switches(draw_false="false", board_castling="e1g1"),
    Switches(stale_draw=True, draw_false="false"),
]
HARMLESS: Sequence[Fault] = [
    faults.ByteByByte(),
    faults.OneChunk(),
    faults.Duplicate(12),
    faults.ExtraKeys(),
    faults.FinalLine(2),
    faults.ChinesePerf(),
    faults.ReorderedKeys(),
    faults.HugeLine(7),
    faults.UserMissing(),
    faults.UnknownLine(5),
]


@dataclass
class Own:
    live: Live
    hearing: Hearing

    async def play(self, game: Game) -> None:
        """Advance the clock to the end of a game, and a little further."""
        await self.live.play(game)
        for _ in range(8):
            await self.live.turn(1000)

    def check(self) -> None:
        """All of the game is known."""
        last = self.hearing.updates[-1]
        assert last.happening is H.ENDED
        assert self.hearing.moves("Offer001") == MOVES
        assert last.finish == Finish(Ending.DRAW)


@asynccontextmanager
async def own_games(switches: Switches | None = None) -> AsyncIterator[Own]:
    async with running(switches, tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        hearing = Hearing()
        source = OwnGamesSource(live.client, live.clock, random=Random(1))
        live.tasks.append(asyncio.create_task(source.run(hearing)))
        await live.turn(0)
        yield Own(live, hearing)
        assert [violation for violation in live.simulator.violations if "/api/" in violation] == []


@pytest.mark.parametrize("switches", SWITCHES)
async def test_a_game_with_everything(switches: Switches) -> None:
    async with own_games(switches) as own:
        await own.play(own.live.add(GAME))
        own.check()
        last = own.hearing.updates[-1]
        assert last.offers == OFFERS
        played = own.hearing.games["Offer001"].game.played()
        assert [offer.side for offer in declined_offers(last.offers, played)] == [WHITE, BLACK]
        assert (last.info.white.name, last.info.speed) == ("Amsel", "rapid")
        clocks = GAME.states[-1].clocks
        assert last.clocks == Clocks(clocks.white_ms, clocks.black_ms)
        assert own.hearing.released_ids == []
        assert own.hearing.suspected_ids == ["Offer001"]


@pytest.mark.parametrize("fault", HARMLESS)
async def test_lines_that_come_strangely(fault: Fault) -> None:
    async with own_games() as own:
        own.live.simulator.faults.add(fault, route="own", count=None)
        await own.play(own.live.add(GAME))
        own.check()
        assert own.hearing.updates[-1].offers == OFFERS


async def test_an_end_that_is_not_told() -> None:
    async with own_games() as own:
        own.live.simulator.faults.add(faults.FinalLine(0), route="own")
        await own.play(own.live.add(GAME))
        own.check()


async def test_an_end_that_is_never_told_is_left_to_the_record() -> None:
    async with own_games() as own:
        own.live.simulator.faults.add(faults.FinalLine(0), route="own", count=None)
        await own.play(own.live.add(GAME))
        for _ in range(100):
            await own.live.turn(1000)
        assert own.hearing.moves("Offer001") == MOVES
        assert (own.hearing.suspected_ids, own.hearing.released_ids) == (["Offer001"], ["Offer001"])
        assert len([asked for asked in own.live.simulator.requests if asked.kind == "own"]) == 3


@pytest.mark.parametrize("line", range(1, 60, 9))
@pytest.mark.parametrize("stop", [Stop.EOF, Stop.RESET, Stop.SILENCE])
async def test_a_connection_that_is_lost(line: int, stop: Stop) -> None:
    async with own_games() as own:
        own.live.simulator.faults.add(StopAt(line, stop), route="own")
        await own.play(own.live.add(GAME))
        for _ in range(20):
            await own.live.turn(1000)
        own.check()


@pytest.mark.parametrize("fault", [faults.SERVER_ERROR, faults.BAD_GATEWAY, faults.RATE_LIMIT, faults.RATE_LIMIT_HTML])
@pytest.mark.parametrize("route", ["event", "own"])
async def test_a_stream_that_is_refused_for_a_while(fault: Fault, route: str) -> None:
    async with own_games() as own:
        own.live.simulator.faults.add(fault, route=route, count=1)
        own.live.simulator.faults.add(StopAt(6), route="own")
        await own.play(own.live.add(GAME))
        own.check()


async def test_an_abort_that_is_told_twice() -> None:
    game = Script("Abort001", control=RAPID).moves("e4").wait(5000).abort().game()
    async with own_games(Switches(abort_twice=True)) as own:
        await own.play(own.live.add(game))
        assert own.hearing.happenings("Abort001") == [H.DESCRIBED, H.MOVED, H.MOVED, H.VOID]


async def test_a_game_too_fast_for_the_board() -> None:
    game = Script("Bullet01", control=TimeControl(60, 0)).moves("e4 e5").resign(WHITE).game()
    async with own_games() as own:
        await own.play(own.live.add(game))
        assert set(own.hearing.found_ids) == {"Bullet01"}
        assert own.hearing.suspected_ids == ["Bullet01"]
        assert [asked.kind for asked in own.live.simulator.requests] == ["account", "event"]


async def test_a_bot() -> None:
    game = Script("Robot001", control=TimeControl(60, 0), white=Player("Amsel", 2100, title="BOT"))
    game = game.moves("e4 e5").offer(WHITE).moves("Nf3").decline(BLACK).resign(BLACK)
    async with running(tokens={TOKEN: "amsel"}, token=TOKEN) as live:
        hearing = Hearing()
        begun = live.add(game.game())
        source = OwnGamesSource(live.client, live.clock, random=Random(1))
        live.tasks.append(asyncio.create_task(source.run(hearing)))
        await Own(live, hearing).play(begun)
        assert hearing.moves("Robot001") == "e4 e5 Nf3"
        assert hearing.updates[-1].offers == (OfferEvent(2, WHITE), OfferEvent(3, BLACK, "decline"))
        assert not any("/api/board/" in asked.path for asked in live.simulator.requests)


async def test_a_second_program_with_the_same_token() -> None:
    """Both go on finding games, and neither breaks a limit of the server."""
    async with own_games() as own:
        live = own.live
        other = Hearing()
        source = OwnGamesSource(live.client, live.clock, random=Random(2))
        live.tasks.append(asyncio.create_task(source.run(other)))
        for _ in range(60):
            await live.turn(1000)
        game = live.add(GAME)
        for _ in range(90):
            await live.turn(1000)
        assert game.id in own.hearing.games or game.id in own.hearing.found_ids
        assert game.id in other.games or game.id in other.found_ids
        opened = [asked for asked in live.simulator.requests if asked.kind == "event"]
        assert len(opened) <= 30
        assert all(asked.status == 200 for asked in opened)


def random_game(seed: int) -> Game:
    """Legal moves with talk about a draw between them."""
    random = Random(seed)
    script = Script("Random01", control=RAPID, pace_ms=2000, source="friend")
    board = chess.Board()
    for _ in range(random.randrange(20, 120)):
        move = random.choice(list(board.legal_moves))
        board.push(move)
        if board.is_game_over() or board.can_claim_draw() or board.is_insufficient_material():
            break
        script = script.moves(move.uci())
        for _ in range(random.choice([0, 0, 0, 1, 2, 3])):
            talk = random.choice([script.offer, script.offer, script.offer, script.decline, script.cancel])
            script = talk(random.choice(chess.COLORS))
    return script.resign(random.choice(chess.COLORS)).game()


def truly_declined(game: Game) -> list[chess.Color]:
    """Whose offers were declined, in order, by what the server itself knows."""
    declined = []
    for before, after in zip(game.states, game.states[1:], strict=False):
        for side in before.standing - after.standing:
            event = after.event
            assert event
            by_move = event.kind is Kind.MOVE and before.turn != side
            if by_move or (event.kind is Kind.DRAW_DECLINE and event.side != side):
                declined.append(side)
    return declined


@pytest.mark.parametrize("seed", range(12))
async def test_declined_offers_are_those_that_the_server_knows(seed: int) -> None:
    game = random_game(seed)
    async with own_games(SWITCHES[seed % len(SWITCHES)]) as own:
        await own.play(own.live.add(game))
        last = own.hearing.updates[-1]
        assert last.happening is H.ENDED
        played = own.hearing.games["Random01"].game.played()
        assert [offer.side for offer in declined_offers(last.offers or (), played)] == truly_declined(game)

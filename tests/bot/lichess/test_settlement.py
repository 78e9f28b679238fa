"""The record that settles a game."""

import chess
import pytest

from bot.lichess.client import LichessClient
from bot.lichess.errors import LichessError, NotFoundError
from bot.lichess.settlement import draw_offers, fetch_record
from bot.lichess.simulator import Script, TimeControl, statuses
from bot.lichess.wire import ExportedGame
from bot.updates import Clocks
from scoring import Ending, Finish, OfferEvent
from tests.bot.live import Live

WHITE, BLACK = chess.WHITE, chess.BLACK

HEAD = '[Event "rated blitz game"]\n[White "White offers draw"]\n[Black "Birke"]\n\n'

PGNS = [
    ("1. e4 e5 1/2-1/2", []),
    ("1. e4 { White offers draw } { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 1/2-1/2", [(1, WHITE)]),
    ("1. e4 { [%clk 0:03:00] } { White offers draw } 1... e5 1/2-1/2", [(1, WHITE)]),
    ("1. e4 1... e5 { Black offers draw } { [%clk 0:03:00] } 2. Nf3 1/2-1/2", [(2, BLACK)]),
    ("1. e4 1... e5 { White offers draw } 2. Nf3 1/2-1/2", [(2, WHITE)]),
    ("1. e4 { White offers draw } { Black offers draw } 1... e5 1/2-1/2", [(1, WHITE), (1, BLACK)]),
    ("1. e4 { Inaccuracy. White offers draw [%clk 0:02:59] } 1... e5 1/2-1/2", [(1, WHITE)]),
    ("1. e4 { Blacker offers draw. xWhite offers draws } 1... e5 1/2-1/2", []),
    ("1. e4 ( 1. d4 { White offers draw } ) 1... e5 1/2-1/2", []),
    ("{ White offers draw } 1. e4 1/2-1/2", [(0, WHITE)]),
    (" *", []),
]


@pytest.mark.parametrize(("moves", "offers"), PGNS)
def test_draw_offers_of_a_literate_pgn(moves: str, offers: list[tuple[int, chess.Color]]) -> None:
    assert draw_offers(f"{HEAD}{moves}\n\n\n") == tuple(OfferEvent(ply, side) for ply, side in offers)


@pytest.mark.parametrize("text", ["", "<html></html>", "{}", "\x00\xff"])
def test_what_is_no_pgn_tells_no_offers(text: str) -> None:
    assert draw_offers(text) == ()


class Exports(LichessClient):
    """A client that gives one made-up record."""

    def __init__(self, game: ExportedGame, literate: str = "") -> None:
        self.game, self.literate = game, literate

    async def export(self, game_id: str) -> ExportedGame:  # noqa: ARG002
        return self.game

    async def literate_pgn(self, game_id: str) -> str:  # noqa: ARG002
        return self.literate


CLOCKS = [
    ("e4 e5", [], Clocks(None, None)),
    ("e4 e5", [18003, 18001], Clocks(180_030, 180_010)),
    ("e4 e5", [18003, 18001, 5], Clocks(50, 180_010)),
    ("e4", [18003, 17950], Clocks(180_030, 179_500)),
    ("e4", [18003], Clocks(180_030, None)),
    ("e4", [1, 2, 3, 4, 5], Clocks(10, 20)),
    ("", [], Clocks(None, None)),
]


@pytest.mark.parametrize(("moves", "clocks", "expected"), CLOCKS)
async def test_clocks_in_centiseconds_of_the_movers(moves: str, clocks: list[int], expected: Clocks) -> None:
    game = ExportedGame("x", "resign", winner="white", moves=moves, clocks=clocks)
    assert (await fetch_record(Exports(game), "x")).clocks == expected


async def test_clocks_when_black_began() -> None:
    fen = "4k3/7p/8/8/8/8/P7/4K3 b - - 0 9"
    game = ExportedGame("x", "draw", initial_fen=fen, moves="h6 a3 h5", clocks=[100, 200, 300, 400])
    record = await fetch_record(Exports(game), "x")
    assert record.clocks == Clocks(4000, 3000)
    assert [move.uci() for move in record.moves] == ["h7h6", "a2a3", "h6h5"]


async def test_a_whole_record(live: Live) -> None:
    script = Script(control=TimeControl(180, 0), pace_ms=1500).moves("e4").offer(WHITE).moves("e5 Nf3").decline(BLACK)
    game = live.add(script.moves("Nc6").offer(BLACK).accept(WHITE).game())
    await live.clock.advance(60_000)
    record = await fetch_record(live.client, game.id)
    assert [move.uci() for move in record.moves] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    assert record.offers == (OfferEvent(1, WHITE), OfferEvent(4, BLACK))
    assert record.finish == Finish(Ending.DRAW)
    assert record.clocks == Clocks(175_500, 177_000)


@pytest.mark.parametrize("status", [status for status in statuses.STATUSES.values() if status.over])
async def test_every_end(live: Live, status: statuses.Status) -> None:
    winner = None if status.name in ("aborted", "stalemate", "draw") else WHITE
    game = live.add(Script().moves("e4 e5").finish(status, winner).game())
    await live.clock.advance(60_000)
    record = await fetch_record(live.client, game.id)
    assert record.finish.winner == winner
    assert (record.finish.outcome == "void") == (status.name in ("aborted", "noStart"))


async def test_a_record_of_a_running_game_settles_nothing(live: Live) -> None:
    game = live.add(Script().moves("e4 e5").game())
    await live.clock.advance(60_000)
    with pytest.raises(LichessError, match="the record does not show the end of the game yet"):
        await fetch_record(live.client, game.id)


async def test_no_record(live: Live) -> None:
    with pytest.raises(NotFoundError):
        await fetch_record(live.client, "nowhere1")


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (ExportedGame("x", "resign", moves="e4 e5 Ke3"), "the record has an illegal move: illegal san: 'Ke3'"),
        (ExportedGame("x", "resign", moves="e4 ???"), "the record has an illegal move: invalid san"),
        (ExportedGame("x", "resign", initial_fen="nonsense"), "the record has a start position that is not one"),
    ],
)
async def test_a_record_that_contradicts_the_rules(game: ExportedGame, sentence: str) -> None:
    with pytest.raises(LichessError, match=sentence):
        await fetch_record(Exports(game), "x")

"""The positions of a game, by which viewers go back in it."""

import chess
import msgspec

from overlay.hub import Hub
from overlay.shown.views import game_state
from overlay.web.positions import Position, positions_of
from tests.overlay import samples
from tests.overlay.conftest import Web
from tests.overlay.followed import LINE, H, followed

CHESS960 = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"


async def test_every_ply_has_its_position(web: Web) -> None:
    answer = await (await web.get("/api/v1/games/live0001/positions")).read()
    found = msgspec.json.decode(answer, type=list[Position])
    assert len(found) == samples.live().ply + 1
    assert found[0] == Position(chess.STARTING_FEN, None)
    assert found[1].last_move == "e2e4"
    assert found[-1] == Position(samples.live().fen, samples.live().last_move)


async def test_of_no_game_there_are_none(web: Web, hub: Hub) -> None:
    assert (await web.get("/api/v1/games/unknown1/positions")).status == 404
    assert (await web.get("/api/v1/games/a%22b/positions")).status == 404


async def test_positions_are_no_newer_than_the_state(web: Web, hub: Hub) -> None:
    hub.publish("game/live0001", samples.state("live0001", 3))
    assert len(await (await web.get("/api/v1/games/live0001/positions")).json()) == 4


def test_a_followed_game_tells_its_moves() -> None:
    game = followed((H.MOVED, LINE))
    shown = game_state(game)
    assert shown.moves == tuple(LINE.split())
    assert positions_of(shown)[-1] == Position(shown.fen, shown.last_move)


def test_castling_in_chess960_is_told_as_the_state_tells_it() -> None:
    start = chess.Board(CHESS960, chess960=True)
    shown = game_state(followed((H.MOVED, "O-O-O Kc7 Kc2"), start=start))
    assert positions_of(shown)[1].last_move == "c1b1"
    assert positions_of(shown)[-1] == Position(shown.fen, shown.last_move)

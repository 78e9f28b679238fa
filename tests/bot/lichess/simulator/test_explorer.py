"""The simulator's opening explorer: what it tells of positions, whom, and how often."""

from typing import Any

import chess
import pytest

from bot.lichess.simulator import Script, TimeControl, Token
from bot.lichess.simulator.opening_table import OpeningTable
from tests.bot.lichess.simulator.description import Description
from tests.bot.lichess.simulator.lab import Lab

BEARER = {"Authorization": "Bearer lip_any"}
CASTLING = "e4 e5 Nf3 Nf6 Bc4 Bc5"


@pytest.fixture
def tokens() -> dict[str, str | Token]:
    return {"lip_any": Token("amsel", frozenset())}


async def told(lab: Lab, path: str) -> Any:
    return await lab.json(path, **BEARER)


def counts(answer: Any) -> tuple[int, int, int]:
    return answer["white"], answer["draws"], answer["black"]


async def test_results_of_a_position_and_of_its_moves(lab: Lab) -> None:
    table = lab.world.masters_openings
    table.add_line("e4 e5", chess.WHITE, 5)
    table.add_line("e4 c5 Nf3", None, 2)
    table.add_line("d4", chess.BLACK)
    answer = await told(lab, "/masters")
    assert counts(answer) == (5, 2, 1)
    assert [(move["uci"], move["san"], counts(move)) for move in answer["moves"]] == [
        ("e2e4", "e4", (5, 2, 0)),
        ("d2d4", "d4", (0, 0, 1)),
    ]
    assert counts(await told(lab, "/masters?play=e2e4,c7c5")) == (0, 2, 0)
    assert counts(await told(lab, "/masters?play=e2e4,e7e5")) == (0, 0, 0)  # nobody went on
    unknown = await told(lab, "/masters?play=d2d4")
    assert unknown == {"white": 0, "draws": 0, "black": 0, "moves": [], "topGames": [], "opening": None}
    assert counts(await told(lab, "/lichess")) == (0, 0, 0)


async def test_a_fen_moves_after_it_and_transpositions(lab: Lab) -> None:
    lab.world.masters_openings.add_line("e4 d5 exd5 Nf6 d4", times=4)
    board = chess.Board()
    for san in ("d4", "Nf6", "e4"):
        board.push_san(san)
    assert counts(await told(lab, f"/masters?fen={board.fen().replace(' ', '%20')}&play=d7d5,e4d5")) == (0, 0, 0)
    start = "rnbqkb1r/ppp1pppp/5n2/3P4/8/8/PPPP1PPP/RNBQKBNR%20w%20KQkq%20-"
    assert counts(await told(lab, f"/masters?fen={start}")) == (0, 4, 0)


async def test_the_most_common_moves_alone(lab: Lab) -> None:
    for number, move in enumerate(chess.Board().legal_moves):
        lab.world.masters_openings.add([move], None, 1 + number)
    for query, moves in (("", 12), ("?moves=3", 3), ("?moves=300", 20)):
        answer = await told(lab, f"/masters{query}")
        assert len(answer["moves"]) == moves
        assert answer["draws"] == sum(range(1, 21))
    assert (await told(lab, "/masters?moves=1"))["moves"][0]["draws"] == 20


async def test_castling_is_told_as_king_takes_rook_and_taken_in_both_ways(lab: Lab) -> None:
    lab.world.masters_openings.add_line(f"{CASTLING} O-O d6 c3")
    play = "e2e4,e7e5,g1f3,g8f6,f1c4,f8c5"
    (move,) = (await told(lab, f"/masters?play={play}"))["moves"]
    assert (move["uci"], move["san"]) == ("e1h1", "O-O")
    for castling in ("e1h1", "e1g1"):
        assert counts(await told(lab, f"/masters?play={play},{castling}")) == (0, 1, 0)


async def test_games_of_the_server_count_once_they_are_finished(lab: Lab) -> None:
    lab.add(Script("rated000", control=TimeControl(180, 2)).moves("f3 e5 g4 Qh4#").game())
    lab.add(Script("casual00", control=TimeControl(180, 2), rated=False).moves("f3 e5 g4 Qh4#").game())
    assert counts(await told(lab, "/lichess")) == (0, 0, 0)
    await lab.clock.advance(5000)
    for _ in range(2):
        assert counts(await told(lab, "/lichess?play=f2f3,e7e5")) == (0, 0, 1)
    assert counts(await told(lab, "/masters")) == (0, 0, 0)


def test_only_the_beginnings_of_games() -> None:
    board = chess.Board()
    for word in "Nf3 Nf6 Ng1 Ng8 e4 e5".split():
        board.push_san(word)
    short, whole = OpeningTable(plies=5), OpeningTable()
    for table, known in ((short, 0), (whole, 1)):
        table.add(board.move_stack)
        end = board.copy()
        end.pop()
        assert sum(results.games for _, results in table.moves(end)) == known


@pytest.mark.parametrize("path", ["/masters?play=e2e5", "/masters?play=x", "/lichess?fen=x", "/masters?fen=8/8"])
async def test_what_is_no_position(lab: Lab, path: str) -> None:
    assert (await lab.get(path, **BEARER))[0] == 400


@pytest.mark.parametrize("path", ["/masters", "/lichess"])
async def test_any_token_will_do_but_none_will_not(lab: Lab, path: str) -> None:
    assert (await lab.get(path))[0] == 401
    assert (await lab.get(path, Authorization="Bearer lip_other"))[0] == 401
    assert (await lab.get(path, **BEARER))[0] == 200


async def test_too_many_requests(lab: Lab) -> None:
    assert [(await lab.get("/masters", **BEARER))[0] for _ in range(61)] == [200] * 60 + [429]
    assert len(lab.simulator.violations) == 1
    await lab.clock.advance(60_000)
    assert (await lab.get("/lichess", **BEARER))[0] == 200
    assert len(lab.simulator.violations) == 1


@pytest.mark.parametrize(("path", "name"), [("/masters", "Masters"), ("/lichess", "Lichess")])
async def test_as_described(lab: Lab, description: Description, path: str, name: str) -> None:
    for table in (lab.world.masters_openings, lab.world.lichess_openings):
        table.add_line("e4 e5", chess.WHITE, 2)
    for play in ("", "e2e4", "e2e4,e7e5"):
        assert (
            description.faults(await told(lab, f"{path}?play={play}"), description.schema(f"OpeningExplorer{name}"))
            == []
        )

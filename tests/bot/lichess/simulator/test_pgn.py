"""Simulator games from PGN."""

import io
from pathlib import Path

import chess
import chess.pgn
import pytest

from bot.lichess.simulator import Kind, from_pgn, statuses
from bot.lichess.simulator.pgn import FIRST_MOVE_MS, PAUSE_MS


def read(moves: str, **tags: str) -> chess.pgn.Game:
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    game = chess.pgn.read_game(io.StringIO(f"{lines}\n{moves}\n"))
    assert game is not None
    return game


def test_clocks_give_the_times() -> None:
    pgn = (
        "1. e4 { [%clk 0:03:00] } e5 { [%clk 0:03:00] } 2. Nf3 { [%clk 0:02:52] } Nc6 { [%clk 0:03:01] } "
        "3. Bb5 { [%clk 0:03:20] } *"
    )
    game = from_pgn(read(pgn, TimeControl="180+2"), "abcdefgh")
    # 10 s and 1 s were spent; the clock that rose by more than the increment gives no negative time.
    assert [event.at_ms for event in game.events] == [FIRST_MOVE_MS * n for n in (1, 2)] + [14_000, 15_000, 15_000]
    assert game.states[-1].positions[-1].white_ms == 200_000
    assert game.states[-1].playable


def test_without_clocks_the_moves_come_at_a_steady_pace() -> None:
    for tags in ({}, {"TimeControl": "180+2"}, {"TimeControl": "-"}):
        game = from_pgn(read("1. e4 e5 2. Nf3 *", **tags), "abcdefgh", cadence_ms=700)
        assert [event.at_ms for event in game.events] == [700, 1400, 2100]


def test_tags() -> None:
    tags = {"White": "Amsel", "WhiteElo": "1700", "WhiteTitle": "FM", "BlackRatingDiff": "-5", "Black": "?"}
    game = from_pgn(read("1. e4 *", Event="Casual Rapid game", ECO="B00", Opening="King's Pawn", **tags), "x")
    assert (game.white.name, game.white.rating, game.white.title) == ("Amsel", 1700, "FM")
    assert (game.black.name, game.black.rating_diff, game.rated) == ("", -5, False)
    assert game.opening is not None
    assert (game.opening.eco, game.opening.name) == ("B00", "King's Pawn")


def test_a_position_and_chess960() -> None:
    fen = "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w KQkq - 0 1"
    game = from_pgn(read("1. e4 *", FEN=fen, SetUp="1", Variant="Chess960"), "x")
    assert (game.variant, game.initial_fen) == ("chess960", fen)


@pytest.mark.parametrize(
    ("moves", "termination", "kind", "status", "winner"),
    [
        ("1. f3 e5 2. g4 Qh4# 0-1", "Normal", Kind.MOVE, "mate", chess.BLACK),
        ("1. e4 1-0", "Normal", Kind.RESIGN, "resign", chess.WHITE),
        ("1. e4 1/2-1/2", "Normal", Kind.FINISH, "draw", None),
        ("1. e4 e5 2. Nf3 { White offers draw } 1/2-1/2", "Normal", Kind.DRAW_ACCEPT, "draw", None),
        ("1. e4 1-0", "Time forfeit", Kind.FLAG, "outoftime", chess.WHITE),
        ("1. e4 0-1", "Time forfeit", Kind.FINISH, "timeout", chess.BLACK),
        ("1. e4 1/2-1/2", "Time forfeit", Kind.FINISH, "timeout", None),
        ("1. e4 1-0", "Abandoned", Kind.FINISH, "noStart", chess.WHITE),
        ("1. e4 1-0", "Rules infraction", Kind.FINISH, "cheat", chess.WHITE),
        ("1. e4 *", "Abandoned", Kind.ABORT, "aborted", None),
        ("1. e4 *", "Unterminated", Kind.MOVE, "started", None),
    ],
)
def test_ends(moves: str, termination: str, kind: Kind, status: str, winner: chess.Color | None) -> None:
    game = from_pgn(read(moves, Termination=termination, Result=moves.split()[-1]), "x")
    state = game.states[-1]
    assert (game.events[-1].kind, state.status.name, state.winner) == (kind, status, winner)


def test_a_flag_falls_when_the_time_is_used_up() -> None:
    pgn = read("1. e4 { [%clk 0:00:30] } e5 { [%clk 0:00:20] } 1-0", TimeControl="30+0", Termination="Time forfeit")
    pgn.headers["Result"] = "0-1"
    flag = from_pgn(pgn, "x").events[-1]
    assert (flag.kind, flag.at_ms) == (Kind.FLAG, 2 * FIRST_MOVE_MS + 30_000)


def test_offers_come_with_their_moves() -> None:
    game = from_pgn(read("1. e4 e5 { Black offers draw } 2. Nf3 { [%clk 0:01:00] White offers draw } Nc6 1-0"), "x")
    assert [(offer.ply, offer.side) for offer in game.states[-1].offers] == [(2, chess.BLACK), (3, chess.WHITE)]
    assert not game.states[-1].standing
    assert game.length_ms == game.events[-2].at_ms + PAUSE_MS


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="illegal san"):
        from_pgn(read("1. e4 e5 2. Ke3 *"), "x")
    with pytest.raises(ValueError, match="unsupported variant"):
        from_pgn(read("1. e4 *", Variant="Bughouse"), "x")
    with pytest.raises(ValueError, match="unknown result"):
        from_pgn(read("1. e4 *", Result="2-0"), "x")


def test_real_games_end_as_they_did(shared: Path) -> None:
    with (shared / "games/real/lichess-2025-05-438-games-clocks.pgn").open() as file:
        for _ in range(60):
            source = chess.pgn.read_game(file)
            assert source is not None
            state = from_pgn(source, "abcdefgh").states[-1]
            assert [position.uci for position in state.positions[1:]] == [m.uci() for m in source.mainline_moves()]
            assert statuses.result(state.status, state.winner) == source.headers["Result"]
            assert statuses.termination(state.status) == source.headers["Termination"]

"""Broadcasts made of games that have been played: their PGN, replayed over time."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import chess.pgn

from bot.lichess.simulator.broadcasts import BoardMove, Chapter, Round, Tour, Version
from bot.lichess.simulator.chapter_script import board_move
from bot.lichess.simulator.pgn import PAUSE_MS, control_of, move_events
from bot.lichess.simulator.world import new_id


def chapter_from_pgn(source: chess.pgn.Game, chapter_id: str, *, cadence_ms: int = 5000) -> Chapter:
    """A board on which a game runs as it did; its result comes a little after its last move.

    With `[%clk]` comments and a time control like `5400+30` the clocks give the time of every move; otherwise there is
    one move every `cadence_ms`. Clocks are shown wherever there are any. ValueError for broken movetext.
    """
    if source.errors:
        raise ValueError(f"board {chapter_id}: {source.errors[0]}")
    nodes = list(source.mainline())
    board = source.board()
    events = move_events(
        [(node.move.uci(), node.clock()) for node in nodes],
        control_of(source.headers),
        cadence_ms=cadence_ms,
        black_first=source.turn() == chess.BLACK,
    )
    tags = dict(source.headers) | {"Result": "*"}
    moves: tuple[BoardMove, ...] = ()
    versions = [Version(0, tags)]
    for node, event in zip(nodes, events, strict=True):
        clock_s = node.clock()
        moves = (*moves, board_move(board, node.move, None if clock_s is None else round(clock_s)))
        board.push(node.move)
        versions.append(Version(event.at_ms, tags, moves))
    if (result := source.headers.get("Result", "*")) != "*":
        versions.append(Version(versions[-1].at_ms + PAUSE_MS, tags | {"Result": result}, moves))
    return Chapter(chapter_id, tuple(versions))


def tour_from_pgn(
    games: Iterable[chess.pgn.Game],
    *,
    starts_ms: int,
    name: str = "Club Championship",
    cadence_ms: int = 5000,
    seed: int = 0,
) -> Tour:
    """A tournament of one round, in which all games begin together at a time of the simulator's clock."""
    random = Random(seed)
    chapters = tuple(chapter_from_pgn(game, new_id(random), cadence_ms=cadence_ms) for game in games)
    return Tour(new_id(random), name, (Round(new_id(random), "Round 1", starts_ms, chapters),), created_ms=starts_ms)

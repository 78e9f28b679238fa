"""Plans of all harmless faults at once, drawn at random, so that a client can be tried in everything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.lichess.simulator.faults import answers, clocks, fields, lines, pieces, players
from bot.lichess.simulator.faults.base import Fault, Stop
from bot.lichess.simulator.faults.plan import FaultPlan

GAME_ROUTES: Final = ("stream", "own")
"""Streams of one game, which end with it."""
STREAM_ROUTES: Final = (*GAME_ROUTES, "event", "by_users", "watch", "tv", "broadcast_stream")
RECORD_ROUTES: Final = ("export", "export_ids")
LIST_ROUTES: Final = ("export_ids", "tv_games", "arena_games", "swiss_games")
"""Lists of games, one entry each."""
FINDING_ROUTES: Final = (
    *("status", "playing", "tv_games", "arena", "arena_games", "swiss", "swiss_games", "team_arenas", "team_swisses"),
    *("broadcast", "broadcast_round", "broadcast_pgn"),
)
"""Where games are looked for."""
ONE_SHOT_ROUTES: Final = (*RECORD_ROUTES, *FINDING_ROUTES)
SPECTATOR_ROUTES: Final = ("stream", *RECORD_ROUTES, "status")
"""What a client asks who watches other people's games."""
_ALL_ROUTES: Final = (*STREAM_ROUTES, *ONE_SHOT_ROUTES)
_OF_A_GAME: Final = {*GAME_ROUTES, "export"}
_LONGEST_CLOSURE_MS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Kind:
    """One way in which things go wrong: the routes where it can happen, and how to draw such a fault.

    A `rare` one keeps a client from everything else for a while.
    """

    routes: Sequence[str]
    draw: Callable[[Random], Fault]
    rare: bool = False


def _line(random: Random) -> int:
    """The number of a line, in the beginning as likely as later."""
    return random.randrange(random.choice((3, 20, 120)))


def _in_line(random: Random) -> bool:
    return random.random() < 0.5


def _always(fault: Fault, routes: Sequence[str] = _ALL_ROUTES) -> Kind:
    return Kind(routes, lambda _: fault)


def _stop(stop: Stop) -> Kind:
    return Kind(
        STREAM_ROUTES, lambda random: lines.StopAt(_line(random), stop, "half" if _in_line(random) else "nothing")
    )


KINDS: Final[Mapping[str, Kind]] = {
    "401": _always(answers.UNAUTHORIZED),
    "403": _always(answers.FORBIDDEN),
    "404": _always(answers.NOT_FOUND),
    "429 JSON": Kind(_ALL_ROUTES, lambda _: answers.RATE_LIMIT, rare=True),
    "429 HTML": Kind(_ALL_ROUTES, lambda _: answers.RATE_LIMIT_HTML, rare=True),
    "429 with seconds": Kind(_ALL_ROUTES, lambda _: answers.RATE_LIMIT_SECONDS, rare=True),
    "429 with Retry-After": Kind(_ALL_ROUTES, lambda _: answers.RATE_LIMIT_RETRY_AFTER, rare=True),
    "500": _always(answers.SERVER_ERROR),
    "502": _always(answers.BAD_GATEWAY),
    "503": _always(answers.UNAVAILABLE),
    "no answer": _always(answers.HangUp()),
    "reset instead of an answer": _always(answers.HangUp(Stop.RESET)),
    "slow open": Kind(_ALL_ROUTES, lambda random: answers.SlowOpen(random.randrange(1000, 20_001))),
    "gzip": _always(pieces.Gzip()),
    "byte by byte": _always(pieces.ByteByByte()),
    "many lines in a chunk": _always(pieces.OneChunk()),
    "split anywhere": Kind(_ALL_ROUTES, lambda random: pieces.RandomPieces(random.randrange(1_000_000))),
    "extra keys": _always(fields.ExtraKeys()),
    "keys in another order": Kind(_ALL_ROUTES, lambda random: fields.ReorderedKeys(random.randrange(1_000_000))),
    # streams
    "end": _stop(Stop.EOF),
    "end in a character": Kind(STREAM_ROUTES, lambda random: lines.StopAt(_line(random), keep="half_character")),
    "end at once": _always(lines.StopAt(0), STREAM_ROUTES),
    "cut": _stop(Stop.CUT),
    "chunk too short": _stop(Stop.SHORT),
    "chunk without size": _stop(Stop.GARBLED),
    "reset": _stop(Stop.RESET),
    "silence": _stop(Stop.SILENCE),
    "silence from the start": _always(lines.StopAt(0, Stop.SILENCE), STREAM_ROUTES),
    "silence instead of a keepalive": _always(lines.StopWhenIdle(), STREAM_ROUTES),
    "line twice": Kind(STREAM_ROUTES, lambda random: lines.Duplicate(_line(random))),
    "lines lost": Kind(STREAM_ROUTES, lambda random: lines.Lose(_line(random), random.randint(1, 5))),
    "nothing but keepalives": Kind(STREAM_ROUTES, lambda random: lines.Lose(_line(random), None)),
    "lines of a burst lost": Kind(
        STREAM_ROUTES, lambda random: lines.DropHead(random.randint(1, 16), random.randint(1, 9))
    ),
    "unknown line": Kind(STREAM_ROUTES, lambda random: lines.UnknownLine(_line(random))),
    "huge line": Kind(STREAM_ROUTES, lambda random: fields.HugeLine(_line(random))),
    "no final line": _always(lines.FinalLine(0), GAME_ROUTES),
    "final line twice": _always(lines.FinalLine(2), GAME_ROUTES),
    "abort after the end": _always(lines.AbortAfterFinal(), GAME_ROUTES),
    "unknown status": _always(fields.UnknownStatus(), GAME_ROUTES),
    "stale draw flag": _always(fields.StaleDrawFlag(), ["own"]),
    "perf in Chinese": _always(fields.ChinesePerf(), ["own"]),
    "wrong move numbers": Kind(STREAM_ROUTES, lambda random: fields.WrongMoveNumbers(_line(random))),
    "clock up": Kind(STREAM_ROUTES, lambda random: clocks.ClockUp(_line(random), random.choice(("w", "b")))),
    "no clocks": _always(clocks.ClocksMissing(), STREAM_ROUTES),
    "clocks swapped": _always(clocks.ClocksSwapped(), STREAM_ROUTES),
    "no users": _always(players.UserMissing(), STREAM_ROUTES),
    "engines as players": _always(players.AiOnly(), GAME_ROUTES),
    # answers in one piece
    "HTML at 200": _always(answers.HTML_AT_200, ONE_SHOT_ROUTES),
    "nothing at 200": _always(answers.EMPTY_AT_200, ONE_SHOT_ROUTES),
    "half an answer": _always(lines.StopAt(0, keep="half"), ONE_SHOT_ROUTES),
    "half an answer, then cut": _always(lines.StopAt(0, Stop.CUT, keep="half"), ONE_SHOT_ROUTES),
    "half an answer, then silence": Kind(
        ONE_SHOT_ROUTES, lambda _: lines.StopAt(0, Stop.SILENCE, keep="half"), rare=True
    ),
    "record that lags": Kind(RECORD_ROUTES, lambda random: answers.Lagging(random.randrange(1000, 20_001))),
    "record of an aborted game gone": _always(answers.ABORTED_GONE, ["export"]),
    "record missing in a list": Kind(LIST_ROUTES, lambda random: lines.Lose(random.randrange(10))),
    "player left out": _always(players.OmitPlaying(), ["status"]),
}
"""All harmless kinds, by a name for people."""


def chaos_plan(
    seed: int | Random,
    games: Sequence[str],
    begin_ms: int,
    end_ms: int,
    *,
    routes: Sequence[str] = SPECTATOR_ROUTES,
    kinds: Mapping[str, Kind] = KINDS,
) -> FaultPlan:
    """Draw some faults of every kind on every route where it can happen: the same ones for the same seed.

    There are one or two of each, and one more for every forty games at most; of a rare kind there is one in all. Each
    hits one to three requests, for one of the games or for any. Some times when connections are refused come on top.
    From `end_ms` on, a time of the simulator's clock as `begin_ms` is, no request meets one any more.
    """
    random = seed if isinstance(seed, Random) else Random(seed)
    most = 2 + len(games) // 40
    plan = FaultPlan()
    for kind in kinds.values():
        open_to = [route for route in routes if route in kind.routes]
        if kind.rare and open_to:
            plan.add(
                kind.draw(random),
                route=random.choice(open_to),
                skip=random.randrange(5),
                from_ms=random.randrange(begin_ms, end_ms),
                until_ms=end_ms,
            )
            continue
        for route in open_to:
            for _ in range(random.randint(1, most)):
                _add(plan, kind, route, games, begin_ms, end_ms, random)
    for _ in range(random.randint(1, 2)):
        from_ms = random.randrange(begin_ms, end_ms)
        plan.close(from_ms, min(end_ms, from_ms + random.randint(1000, _LONGEST_CLOSURE_MS)))
    return plan


def _add(
    plan: FaultPlan, kind: Kind, route: str, games: Sequence[str], begin_ms: int, end_ms: int, random: Random
) -> None:
    one_game = route in _OF_A_GAME and bool(games) and random.random() < 0.75
    plan.add(
        kind.draw(random),
        route=route,
        game=random.choice(games) if one_game else None,
        skip=random.choice((0, 0, 1, 2)) if one_game else random.randrange(20),
        count=random.randint(1, 3),
        from_ms=random.choice((begin_ms, random.randrange(begin_ms, end_ms))),
        until_ms=end_ms,
    )

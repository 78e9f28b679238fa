"""Games of the simulator from PGN: the moves at the times that their clocks tell, and the end that the tags tell."""

from __future__ import annotations

import re
from typing import Final

import chess
import chess.pgn

from bot.lichess.simulator import statuses
from bot.lichess.simulator.model import Event, Game, Kind, Opening, Player, TimeControl
from bot.lichess.simulator.state import State
from bot.lichess.simulator.variants import VARIANTS

FIRST_MOVE_MS: Final = 2000
"""How long the first move of each side takes, which no clock measures."""
PAUSE_MS: Final = 2000
"""From the last move to an end that is not a move."""

_OFFER = re.compile(r"\b(White|Black) offers draw\b")
_CONTROL = re.compile(r"(\d+)\+(\d+)")
_WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}


def from_pgn(source: chess.pgn.Game, game_id: str, *, created_ms: int = 0, cadence_ms: int = 5000) -> Game:
    """A game that runs as it did.

    With `[%clk]` comments and a time control the clocks give the time of every move; otherwise there is one move every
    `cadence_ms`. The comment `White offers draw` is an offer made with that move. ValueError for an illegal move, an
    unknown variant, or broken movetext.
    """
    if source.errors:
        raise ValueError(f"game {game_id}: {source.errors[0]}")
    headers = source.headers
    control = control_of(headers)
    moves = move_events(
        [(node.move.uci(), node.clock()) for node in source.mainline()],
        control,
        cadence_ms=cadence_ms,
        black_first=source.turn() == chess.BLACK,
    )
    variant = headers.get("Variant", "Standard")
    game = Game(
        id=game_id,
        white=_player(headers, "White"),
        black=_player(headers, "Black"),
        control=control,
        events=_with_offers(source, moves),
        created_ms=created_ms,
        variant=next((v.key for v in VARIANTS.values() if v.name.lower() == variant.lower()), variant),
        initial_fen=headers.get("FEN"),
        rated="casual" not in headers.get("Event", "").lower(),
        opening=Opening(headers["ECO"], headers["Opening"]) if "ECO" in headers and "Opening" in headers else None,
    )
    return ended(game, headers.get("Termination", "Normal"), headers.get("Result", "*"))


def control_of(headers: chess.pgn.Headers) -> TimeControl | None:
    """The time control that the tags tell as initial time and increment, `180+2`; None for any other text."""
    match = _CONTROL.fullmatch(headers.get("TimeControl", "-"))
    return TimeControl(int(match[1]), int(match[2])) if match else None


def move_events(
    moves: list[tuple[str, float | None]],
    control: TimeControl | None,
    *,
    cadence_ms: int = 5000,
    black_first: bool = False,
) -> list[Event]:
    """Moves in UCI with the mover's clock in seconds after each, as timed events.

    A move took what the mover's clock lost, the increment added. A clock that rose more than the increment explains (it
    was given time, or the server made up for lag) counts as a move in no time.
    """
    start_s = control.start_ms / 1000 if control else 0.0
    clocks = {chess.WHITE: start_s, chess.BLACK: start_s}
    events: list[Event] = []
    now_ms = 0
    for index, (uci, clock_s) in enumerate(moves):
        side = chess.BLACK if (index % 2 == 0) == black_first else chess.WHITE
        if control is None or clock_s is None:
            now_ms += cadence_ms
            events.append(Event(now_ms, Kind.MOVE, uci=uci))
            continue
        spent_s = clocks[side] + control.increment_s - clock_s
        now_ms += FIRST_MOVE_MS if index < 2 else max(0, round(spent_s * 1000))
        clocks[side] = clock_s
        events.append(Event(now_ms, Kind.MOVE, uci=uci, clock_ms=round(clock_s * 1000)))
    return events


def ended(game: Game, termination: str, result: str) -> Game:
    """The game with the end that its PGN tags tell, unless its last position ends it by itself.

    Whatever the tags leave open (an agreed draw or one by repetition) is told as the status Lichess has for it.
    """
    state = game.states[-1]
    if result == "*" and termination != "Abandoned":
        return game
    if state.status.over:
        return game
    at_ms = game.length_ms + PAUSE_MS
    if result == "*":
        return game.extended([Event(at_ms, Kind.ABORT)])
    if result not in _WINNERS:
        raise ValueError(f"game {game.id}: unknown result {result!r}")
    winner = _WINNERS[result]
    if termination == "Time forfeit":
        return _timed_out(game, state, winner)
    return game.extended([_end(state, at_ms, termination, winner)])


def _end(state: State, at_ms: int, termination: str, winner: chess.Color | None) -> Event:
    special = {
        "Rules infraction": statuses.CHEAT,
        "Abandoned": statuses.NO_START,
        "Insufficient material": statuses.INSUFFICIENT_MATERIAL_CLAIM,
        "Unknown": statuses.UNKNOWN_FINISH,
    }.get(termination)
    if special:
        return Event(at_ms, Kind.FINISH, winner, status=special)
    if winner is not None:
        return Event(at_ms, Kind.RESIGN, not winner)
    if state.standing:
        return Event(at_ms, Kind.DRAW_ACCEPT, not next(iter(state.standing)))
    return Event(at_ms, Kind.FINISH, status=statuses.DRAW)


def _timed_out(game: Game, state: State, winner: chess.Color | None) -> Game:
    """The flag of the side to move falls when its clock is used up.

    If the record says what a flag fall of that side cannot bring about, somebody left the game.
    """
    position = state.positions[-1]
    left_ms = position.white_ms if state.turn == chess.WHITE else position.black_ms
    at_ms = game.length_ms + (left_ms or PAUSE_MS)
    flagged = game.extended([Event(at_ms, Kind.FLAG)])
    if flagged.states[-1].winner == winner:
        return flagged
    return game.extended([Event(at_ms, Kind.FINISH, winner, status=statuses.TIMEOUT)])


def _with_offers(source: chess.pgn.Game, moves: list[Event]) -> tuple[Event, ...]:
    events: list[Event] = []
    for node, move in zip(source.mainline(), moves, strict=True):
        events.append(move)
        words: list[str] = _OFFER.findall(node.comment)
        events.extend(Event(move.at_ms, Kind.DRAW_OFFER, word == "White") for word in words)
    return tuple(events)


def _player(headers: chess.pgn.Headers, word: str) -> Player:
    name = headers.get(word, "?")
    return Player(
        name="" if name in ("?", "Anonymous") else name,
        rating=_integer(headers.get(f"{word}Elo", "")),
        rating_diff=_integer(headers.get(f"{word}RatingDiff", "")),
        title=headers.get(f"{word}Title"),
    )


def _integer(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else None

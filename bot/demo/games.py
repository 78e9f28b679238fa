"""The games of the demo, from the text file beside this module, whose head explains its lines."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import chess

from bot.lichess.simulator.model import Event, Game, Kind, Opening, Player, TimeControl
from bot.lichess.simulator.pgn import PAUSE_MS, move_events
from bot.lichess.simulator.statuses import STATUSES, Status, result

_ADDABLE: Final = {
    "offer": Kind.DRAW_OFFER,
    "decline": Kind.DRAW_DECLINE,
    "cancel": Kind.DRAW_CANCEL,
}
_SIDES: Final = {"white": chess.WHITE, "black": chess.BLACK}
_WINNERS: Final = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}

Fields = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class DemoGame:
    """A game of the demo.

    Attributes:
        name: Its name in the file.
        shows: One English sentence about what there is to see.
        game: The game, with its name for an id and created at time 0: `Game.anew` makes it one to play.
        enter_ply: The ply at which the demo starts when it shows the game for the first time.
        added: Whether something in it was made up, an offered draw for example.
    """

    name: str
    shows: str
    game: Game
    enter_ply: int
    added: bool

    @property
    def enter_ms(self) -> int:
        """How long the game has been going on when the demo starts."""
        return self.game.states[-1].positions[self.enter_ply].at_ms


def load_games() -> tuple[DemoGame, ...]:
    """The games that come with the program."""
    return parse_games(files("bot.demo").joinpath("games.txt").read_text(encoding="utf-8"))


def parse_games(text: str) -> tuple[DemoGame, ...]:
    """Read the demo's file; ValueError names the game whose lines contradict each other or the rules of chess."""
    return tuple(_game(name, fields) for name, fields in _sections(text))


def _sections(text: str) -> Iterator[tuple[str, Fields]]:
    name, fields = "", defaultdict[str, list[str]](list)
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if header := re.fullmatch(r"\[(\w+)]", line):
            if name:
                yield name, fields
            name, fields = header[1], defaultdict(list)
        else:
            key, _, value = line.partition(" ")
            fields[key].append(value.strip())
    if name:
        yield name, fields


def _game(name: str, fields: Fields) -> DemoGame:
    try:
        control = TimeControl(*(int(number) for number in fields["clock"][0].split("+")))
        status_name, score = fields["end"][0].split()
        game = Game(
            id=name,
            white=_player(fields["white"][0]),
            black=_player(fields["black"][0]),
            control=control,
            events=tuple(_events(fields, control, STATUSES[status_name], score)),
            opening=_opening(fields["opening"][0]),
        )
        state = game.states[-1]
        if (state.status.name, result(state.status, state.winner)) != (status_name, score):
            raise ValueError(f"ends as {state.status.name}, not as {status_name} {score}")
    except (LookupError, ValueError) as error:
        raise ValueError(f"demo game {name}: {error}") from error
    return DemoGame(name, fields["shows"][0], game, int(fields["enter"][0]), added=bool(fields["added"]))


def _events(fields: Fields, control: TimeControl, status: Status, score: str) -> list[Event]:
    clocks = [float(word) for word in " ".join(fields["clocks"]).split()]
    moves = move_events(list(zip(_ucis(fields), clocks, strict=True)), control)
    events = [*moves, *_added(fields, moves), *_end(moves, clocks, status, score)]
    return sorted(events, key=lambda event: event.at_ms)


def _ucis(fields: Fields) -> Iterator[str]:
    board = chess.Board()
    for san in " ".join(fields["moves"]).split():
        yield board.push_san(san).uci()


def _added(fields: Fields, moves: list[Event]) -> Iterator[Event]:
    """An offer comes with its move; an answer halfway between that move and the next."""
    for line in fields["added"]:
        ply, what, side = line.split()
        at_ms = moves[int(ply) - 1].at_ms
        if what != "offer":
            at_ms = (at_ms + moves[int(ply)].at_ms) // 2
        yield Event(at_ms, _ADDABLE[what], _SIDES[side])


def _end(moves: list[Event], clocks: list[float], status: Status, score: str) -> Iterator[Event]:
    last_ms = moves[-1].at_ms
    winner = _WINNERS[score]
    match status.name:
        case "mate" | "stalemate":
            return  # the last position says so
        case "outoftime":
            left_ms = round(clocks[-2] * 1000)
            yield Event(last_ms + (left_ms or PAUSE_MS), Kind.FLAG)
        case "resign":
            yield Event(last_ms + PAUSE_MS, Kind.RESIGN, not winner)
        case _:
            yield Event(last_ms + PAUSE_MS, Kind.FINISH, winner, status=status)


def _player(text: str) -> Player:
    name, rating, rating_diff = text.split()
    return Player(name, rating=int(rating), rating_diff=int(rating_diff))


def _opening(text: str) -> Opening:
    ply, eco, name = text.split(" ", 2)
    return Opening(eco, name, int(ply))

"""Real games for the long tests: played faster than they were, with offers and takebacks put in."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import chess
import chess.pgn

from bot.lichess.simulator import Event, Game, Kind, from_pgn, new_id

FILES = ("lichess-2025-05-438-games-clocks.pgn", "otb-232-games.pgn", "chess960-20-games.pgn")
SPEED = 10
"""How many times faster the games go by."""
ANY = (0, 10**9)


def real_games(folder: Path, count: int, random: Random, within_ms: tuple[int, int] = ANY) -> list[Game]:
    """So many of the real games that last neither shorter nor longer, chosen by chance, each under a new id."""
    least_ms, most_ms = within_ms
    all_games = (game for name in FILES for game in _games(folder / name))
    games = [game for game in all_games if least_ms <= game.length_ms // SPEED <= most_ms]
    return [_made_livelier(replace(game, id=new_id(random)), random) for game in random.sample(games, count)]


def _games(file: Path) -> Iterator[Game]:
    with file.open(encoding="utf-8") as text:
        while source := chess.pgn.read_game(text):
            try:
                game = from_pgn(source, "original")
            except ValueError:  # broken on purpose, or a variant
                continue
            if game.variant in ("standard", "chess960", "fromPosition") and game.events:
                yield game


def _made_livelier(game: Game, random: Random) -> Game:
    events = [replace(event, at_ms=event.at_ms // SPEED) for event in game.events]
    if random.random() < 0.3:
        _offer(events, random)
    if random.random() < 0.2:
        _take_back(events, random)
    if random.random() < 0.03:
        cut = random.randrange(len(events))
        events[cut:] = [Event(events[cut].at_ms, random.choice([Kind.ABORT, Kind.RESTART]))]
    return replace(game, events=tuple(events))


def _offer(events: list[Event], random: Random) -> None:
    """Somebody offers a draw with a move; the answer is a move, or a word."""
    index = random.randrange(len(events))
    side = chess.WHITE if index % 2 == 0 else chess.BLACK
    said = [Event(events[index].at_ms, Kind.DRAW_OFFER, side)]
    if random.random() < 0.5:
        said.append(Event(events[index].at_ms, Kind.DRAW_DECLINE, not side))
    events[index + 1 : index + 1] = said


def _take_back(events: list[Event], random: Random) -> None:
    """One or two moves are taken back, and made again."""
    moves = [index for index, event in enumerate(events) if event.kind is Kind.MOVE]
    if len(moves) < 6:
        return
    last = random.randrange(3, len(moves) - 1)
    back = random.choice([1, 2])
    chosen = moves[last - back + 1 : last + 1]
    if chosen != list(range(chosen[0], chosen[0] + back)):  # something else happened between them
        return
    at_ms = events[chosen[-1]].at_ms
    again = [replace(events[index], at_ms=at_ms) for index in chosen]
    events[chosen[-1] + 1 : chosen[-1] + 1] = [Event(at_ms, Kind.TAKEBACK, amount=back), *again]

"""Events as the bot would publish them: games really played so far, scored, and put together as on any evening."""

from collections.abc import Iterable
from functools import cache

import chess

from bot.follower.followed import FollowedGame
from bot.updates import GameInfo, GameUpdate, Player
from overlay.shown.evening import Evening
from overlay.shown.event_view import event_state
from overlay.state import Event, Text
from scoring import Ending, Finish, Rules
from tests.overlay.followed import H
from tests.overlay.samples import HOSTILE, IMMORTAL, LONG, RIGHT_TO_LEFT

NAME = Text("Alle Partien", "All games")
PLAYERS = (
    Player("anna_weiss", "WGM", 2431),
    Player("Nachtspringer", None, 2388),
    Player(HOSTILE, "<b>"),
    Player(RIGHT_TO_LEFT + LONG, "GM", 2900),
    Player("Turmbau", "FM", 2310),
    Player("bauernkette", None, 2204),
    Player("Q"),
    Player("Windmühle_1925", "IM", 2477),
    Player("zugzwang", None, 1998),
    Player("ewiges_schach", "WFM", 2150),
)
ANNA, NIGHT = PLAYERS[:2]
NOBODY, MACHINE = Player(""), Player("", ai_level=8)

FINISHES = {
    "1": Finish(Ending.RESIGNATION, chess.WHITE),
    "0": Finish(Ending.RESIGNATION, chess.BLACK),
    "=": Finish(Ending.DRAW),
}
"""How a game ended; "*" is one that runs."""


def game(game_id: str, white: Player, black: Player, ply: int, ended: str) -> FollowedGame:
    """The Immortal Game up to a ply, between other players and with another end."""
    info = GameInfo(white, black, speed="blitz")
    followed = FollowedGame(game_id, Rules())
    followed.apply(GameUpdate(game_id, H.DESCRIBED, info), 1)
    board = chess.Board()
    for san in IMMORTAL[:ply]:
        board.push_san(san)
    happening = H.SETTLED if ended in FINISHES else H.MOVED
    followed.apply(GameUpdate(game_id, happening, info, tuple(board.move_stack), finish=FINISHES.get(ended)), 2)
    return followed


def event_of(games: Iterable[FollowedGame], featured: str | None = None) -> Event:
    """The evening with these games."""
    evening = Evening()
    for each in games:
        evening.update(each)
    return event_state(evening, NAME, featured, 14)


def many_games(players: tuple[Player, ...] = PLAYERS) -> list[FollowedGame]:
    """Everybody against everybody, some twice, some under way, and two against who has no name."""
    games = []
    pairs = [(first, second) for first in range(len(players)) for second in range(first)]
    for number, (first, second) in enumerate(pairs):
        white, black = (players[first], players[second])[:: 1 if number % 2 else -1]
        ended = "*" if number in (7, 21, 30) else "1=0==1"[number % 6]
        games.append(game(f"game{number:04}", white, black, 12 + number * 7 % 32, ended))
        if number % 9 == 2:
            games.append(game(f"again{number:03}", black, white, 40 - number % 20, "0=1"[number % 3]))
    games.append(game("nameless", players[0], NOBODY, 30, "1"))
    games.append(game("machine1", MACHINE, players[1], 35, "*"))
    return games


@cache
def event() -> Event:
    """Ten players with many games; the featured one is a match of those whose names want to be more than names."""
    return event_of(many_games(), "game0005")


@cache
def crowd() -> Event:
    """More players than a scene has room for at once."""
    more = tuple(Player(f"Verein_{number:02}", None, 1500 + number) for number in range(9))
    return event_of(many_games(PLAYERS + more))


def _match(results: str) -> Event:
    """A match of these results by White of each game, the colours changing; the last game is featured."""
    games = []
    for number, ended in enumerate(results):
        white, black = (ANNA, NIGHT) if number % 2 == 0 else (NIGHT, ANNA)
        games.append(game(f"match{number:03}", white, black, 24 + number * 3 % 20, ended))
    return event_of(games, games[-1].id)


@cache
def midway() -> Event:
    """Nine games are over, the tenth runs: both can still reach the target."""
    return _match("1=0=11=01*")


@cache
def one_left() -> Event:
    """One can reach the target with the running game, the other cannot any more."""
    return _match("10=101=10===*")


@cache
def won() -> Event:
    """The first player has reached the target."""
    return _match("10101010")


@cache
def both_lost() -> Event:
    """Neither can reach it any more, and a game runs."""
    return _match("============*")


def empty() -> Event:
    """Before the first game."""
    return Event("all", NAME)

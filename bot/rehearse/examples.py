"""One example of every rule: a short game that shows it, from the PGN file beside this module."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from io import BytesIO
from typing import Final

from bot.follower.followed import FollowedGame
from bot.follower.proofs import analyse, prover
from bot.lichess.simulator.model import Game
from bot.pgn import PgnGame, read_pgn
from bot.rehearse.games import simulated
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Player
from scoring import Rules

LEAD_PLIES: Final = 5
"""How long before its rule strikes an example begins."""


@dataclass(frozen=True)
class Example:
    """A game that shows a rule.

    Attributes:
        rule: The code of the rule, or "flag_fall_draw".
        record: The game.
        strikes: The ply at which the rule's entry is there; None: the end of the game brings it.
    """

    rule: str
    record: PgnGame
    strikes: int | None

    @cached_property
    def game(self) -> Game:
        """The game as the simulator plays it, see `simulated`."""
        return simulated(self.record)

    @property
    def enter_ply(self) -> int:
        """The ply to begin with, so that the entry comes soon."""
        return max(0, (self.strikes or len(self.record.moves)) - LEAD_PLIES)


@cache
def examples() -> Mapping[str, Example]:
    """The examples by what they show."""
    text = files("bot.rehearse").joinpath("examples.pgn").read_bytes()
    records = [game for game in read_pgn(BytesIO(text), "examples.pgn") if isinstance(game, PgnGame)]
    return {record.header("Rule"): _example(record) for record in records}


def example_games(rules: Rules) -> Mapping[str, FollowedGame]:
    """For every example the game as it is followed, at the moment when the rule has just struck."""
    return {
        rule: _followed(f"example{number}", example, rules) for number, (rule, example) in enumerate(examples().items())
    }


def _example(record: PgnGame) -> Example:
    strikes = record.header("Strikes")
    return Example(record.header("Rule"), record, int(strikes) if strikes else None)


def _followed(game_id: str, example: Example, rules: Rules) -> FollowedGame:
    followed, record, game = FollowedGame(game_id, rules), example.record, example.game
    white, black = (Player(player.name, player.title, player.rating) for player in (game.white, game.black))
    info = GameInfo(white, black, game.variant, game.speed, record.start)
    moves, end = record.moves[: example.strikes], game.states[-1]
    clocks = end.clocks if example.strikes is None else end.positions[example.strikes]
    shown = Clocks(clocks.white_ms, clocks.black_ms)
    played = GameUpdate(game_id, Happening.MOVED, info, moves, shown, offers=record.offers)
    followed.apply(GameUpdate(game_id, Happening.DESCRIBED, info), 0)
    followed.apply(played, 0)
    if example.strikes is None:
        followed.apply(_settled(played, record), 0)
        _prove(followed, rules)
    return followed


def _settled(played: GameUpdate, record: PgnGame) -> GameUpdate:
    return replace(played, happening=Happening.SETTLED, finish=record.finish, flagged=record.flagged)


def _prove(followed: FollowedGame, rules: Rules) -> None:
    """What a result waits for under "fide"."""
    question = followed.question
    if question and question.over:
        followed.take_proof(question, analyse(question, rules, prover(question, rules)), 0)

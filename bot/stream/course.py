"""The course of predictions: what is to be done next, decided from how games stand and what the time is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from bot.stream.question import Question
from bot.stream.standing import Side, Standing

BEGINNING_PLIES = 20
"""The audience is asked about a game that has not gone further than this."""
GONE_MS = 60_000
"""For how long a game may be gone, or be void, before the points are given back."""
UNSEEN_MS = 1_200_000
"""For how long a game may be gone that has not been seen since the program was started."""
REMEMBERED = 50
"""So many games are known not to be asked about again."""


class Bet(msgspec.Struct, frozen=True):
    """A prediction of ours. `prediction`, its id, is "" while it is not known whether Twitch has made it.

    `white` and `black` are the ids of the outcomes; `closes_ms` is when no more points can be placed.
    """

    game: str
    question: Question
    prediction: str = ""
    white: str = ""
    black: str = ""
    closes_ms: int = 0

    def outcome(self, side: Side) -> str:
        """The id of the outcome that a side stands for."""
        return self.white if side == "white" else self.black


class Memory(msgspec.Struct, frozen=True):
    """What a restart must not lose: the open prediction, and about which games was asked."""

    bet: Bet | None = None
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the audience about a game."""

    game: str
    question: Question


@dataclass(frozen=True, slots=True)
class Find:
    """Find out whether Twitch has made the prediction that it was asked for."""

    bet: Bet


@dataclass(frozen=True, slots=True)
class Lock:
    """Take no more points: the game is over."""

    bet: Bet


@dataclass(frozen=True, slots=True)
class Resolve:
    """Give the points to those who placed them on this side."""

    bet: Bet
    side: Side


@dataclass(frozen=True, slots=True)
class Cancel:
    """Give all points back."""

    bet: Bet
    why: str


@dataclass(frozen=True, slots=True)
class Late:
    """A correction came after the points had been given: nothing can be done."""

    game: str


Step = Ask | Find | Lock | Resolve | Cancel | Late


class _Ended(NamedTuple):
    game: str
    winner: Side | None


class Course:
    """Decides, without asking anybody; whoever carries out a step tells how it went.

    Attributes:
        memory: What is to be kept.
        paused: Whether no more questions are to be asked; one that was asked is still settled.
    """

    def __init__(self, ask: Callable[[Standing], Question], memory: Memory | None = None) -> None:
        """Take what is asked about a game, and what was kept."""
        self.memory = memory or Memory()
        self.paused = False
        self._ask = ask
        self._last: Standing | None = None
        self._gone_since_ms: int | None = None
        self._ended: _Ended | None = None

    def next(self, now_ms: int, featured: Standing | None, standing: Callable[[str], Standing | None]) -> Step | None:
        """What is to be done now, as games stand; None: nothing."""
        bet = self.memory.bet
        if bet is None:
            return self._late(standing) or self._begin(featured)
        if not bet.prediction:
            return Find(bet)
        return self._settle(now_ms, bet, standing(bet.game))

    # --- How a step went

    def asking(self, game_id: str, question: Question) -> None:
        """Twitch is now asked to make a prediction."""
        self.memory = Memory(Bet(game_id, question), self.memory.asked)

    def made(self, prediction: str, white: str, black: str, closes_ms: int) -> None:
        """Twitch has made it."""
        assert self.memory.bet
        bet = Bet(self.memory.bet.game, self.memory.bet.question, prediction, white, black, closes_ms)
        self.memory = Memory(bet, self._with(bet.game))
        self._last, self._gone_since_ms = None, None

    def not_made(self) -> None:
        """Twitch has not made it; it may be asked for again."""
        self.memory = Memory(None, self.memory.asked)

    def leave(self, game_id: str) -> None:
        """Nothing is asked about this game."""
        self.memory = Memory(None, self._with(game_id))

    def locked(self) -> None:
        """No more points can be placed."""
        assert self.memory.bet
        self.memory = Memory(msgspec.structs.replace(self.memory.bet, closes_ms=0), self.memory.asked)

    def ended(self, winner: Side | None) -> None:
        """The points were given to somebody, or back."""
        assert self.memory.bet
        settled = self._last is not None and self._last.phase == "settled"
        self._ended = _Ended(self.memory.bet.game, winner) if settled else None
        self.memory = Memory(None, self.memory.asked)
        self._last, self._gone_since_ms = None, None

    # --- What is decided

    def _begin(self, game: Standing | None) -> Step | None:
        if self.paused or game is None or game.phase != "running" or game.ply > BEGINNING_PLIES:
            return None
        return None if game.id in self.memory.asked else Ask(game.id, self._ask(game))

    def _settle(self, now_ms: int, bet: Bet, game: Standing | None) -> Step | None:
        if game is None and self._last and self._last.phase == "settled":
            game = self._last
        if game is None or game.phase == "void":
            return self._wait(now_ms, bet, game)
        self._gone_since_ms, self._last = None, game
        if game.phase == "settled":
            return _verdict(bet, game)
        return Lock(bet) if game.phase == "over" and now_ms < bet.closes_ms else None

    def _wait(self, now_ms: int, bet: Bet, game: Standing | None) -> Step | None:
        """A game that is gone may come back, and one that is void may turn out not to be."""
        if self._gone_since_ms is None:
            self._gone_since_ms = now_ms
        patience_ms = GONE_MS if game or self._last else UNSEEN_MS
        if now_ms - self._gone_since_ms < patience_ms:
            return None
        return Cancel(bet, "there is no score of the game" if game else "the game is gone")

    def _late(self, standing: Callable[[str], Standing | None]) -> Step | None:
        game = standing(self._ended.game) if self._ended else None
        if game is None or self._ended is None or game.phase != "settled" or game.winner == self._ended.winner:
            return None
        self._ended = _Ended(game.id, game.winner)
        return Late(game.id)

    def _with(self, game_id: str) -> tuple[str, ...]:
        return (*(one for one in self.memory.asked if one != game_id), game_id)[-REMEMBERED:]


def _verdict(bet: Bet, game: Standing) -> Step:
    if game.points is None:
        return Cancel(bet, "the game is void")
    return Resolve(bet, game.winner) if game.winner else Cancel(bet, "both sides got the same")

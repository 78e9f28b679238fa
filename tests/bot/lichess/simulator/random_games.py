"""Games drawn at random, with everything that can happen in one."""

from random import Random
from typing import Any

import chess

from bot.lichess.simulator import Game, Player, Script, TimeControl, statuses

VARIANTS = (
    "standard",
    "standard",
    "standard",
    "chess960",
    "crazyhouse",
    "atomic",
    "threeCheck",
    "horde",
    "racingKings",
)
PLAYERS: dict[str, Any] = {"white": Player("Amsel", 1700, 5), "black": Player("Birke", 1650, -5)}
CHESS960 = chess.Board.from_chess960_pos(300).fen()


class RandomGame:
    """A game that is played by chance: moves, takebacks, offers and all the rest, and an end of some kind, or none."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        variant = self._random.choice(VARIANTS)
        control = self._random.choice((TimeControl(600, 5), TimeControl(180, 0), None))
        fen = CHESS960 if variant == "chess960" else None
        self._script = Script(control=control, variant=variant, initial_fen=fen, source="friend", **PLAYERS)

    def play(self, most: int = 60) -> Game:
        """The game after so many steps at the most; what comes after its end changes nothing."""
        for _ in range(self._random.randint(2, most)):
            self._step()
        if self._random.random() < 0.9:
            self._end()
        return self._script.game()

    def _side(self) -> chess.Color:
        return self._random.random() < 0.5

    def _step(self) -> None:
        script, chance = self._script, self._random.random()
        board = script.board
        if chance < 0.8 or board.fullmove_number < 3:
            if legal := list(board.legal_moves):
                script.moves(board.san(self._random.choice(legal)))
        elif chance < 0.86:
            script.takeback(self._random.randint(1, 2))
        else:
            one_of = (script.offer, script.decline, script.more_time, script.gone, script.back, script.propose_takeback)
            self._random.choice(one_of)(self._side())

    def _end(self) -> None:
        script = self._script
        ends = (
            lambda: script.resign(self._side()),
            script.flag,
            script.abort,
            script.restart,
            lambda: script.finish(statuses.TIMEOUT, self._random.choice((True, False, None))),
            lambda: script.finish(statuses.CHEAT, self._side()),
            lambda: script.finish(statuses.DRAW),
        )
        self._random.choice(ends)()

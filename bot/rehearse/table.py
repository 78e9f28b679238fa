"""A table at which one game is played, and put to any of its plies."""

from collections import deque
from collections.abc import Callable
from typing import Final

from bot.lichess.simulator.model import Game
from bot.lichess.simulator.world import World

REMEMBERED: Final = 100
"""How many ids that its games had before a table remembers."""


class Table:
    """A game that is played from some ply on.

    Plies are counted as spectators see them: Lichess shows a running game late, and its last plies with its end.
    """

    def __init__(self, world: World, game: Game, new_id: Callable[[], str], held_plies: int, ply: int = 0) -> None:
        """Begin a game, so that `ply` is shown now; `held_plies` is how late the simulator shows a running game."""
        self._world = world
        self._new_id = new_id
        self._held = held_plies if game.control else 0
        self._game = game
        self._ids: deque[str] = deque(maxlen=REMEMBERED)
        self._begin(ply)

    @property
    def id(self) -> str:
        """The id of the game."""
        return self._game.id

    @property
    def name(self) -> str:
        """Who plays."""
        return f"{self._game.white.name or '?'} – {self._game.black.name or '?'}"

    @property
    def length(self) -> int:
        """How many plies the whole game has."""
        return self._game.states[-1].plies

    @property
    def ply(self) -> int:
        """The ply that is shown now."""
        state = self._game.state_at(self._world.clock.now_ms())
        return max(0, state.plies - self._held) if state.playable else state.plies

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._game.state_at(self._world.clock.now_ms()).playable

    @property
    def end_ms(self) -> int:
        """When the last thing happens in the game, on the world's clock."""
        return self._game.created_ms + self._game.length_ms

    def has_id(self, game_id: str) -> bool:
        """Whether this is the id of the game, or one that it had before it was put back."""
        return game_id in self._ids

    def seek(self, ply: int) -> str | None:
        """Show a ply, the last one with the end of the game; what is below 0 or beyond the end counts as those.

        Forwards the game moves on at once. Backwards it begins anew under a new id: then the old id comes back, and the
        old game is still there.
        """
        ply = min(max(0, ply), self.length)
        if ply < self.ply:
            old_id = self.id
            self._begin(ply)
            return old_id
        if ply > self.ply:
            self._put(self.id, ply)
        return None

    def _begin(self, ply: int) -> None:
        game_id = self._new_id()
        self._ids.append(game_id)
        self._put(game_id, min(max(0, ply), self.length))

    def _put(self, game_id: str, ply: int) -> None:
        self._game = self._game.anew(game_id, self._world.clock.now_ms() - self._shown_ms(ply))
        self._world.add(self._game)

    def _shown_ms(self, ply: int) -> int:
        """How long after its creation a game shows a ply; it is shown from the beginning at once, without waiting."""
        positions, last = self._game.states[-1].positions, self.length
        played = ply + self._held if ply else min(self._held, last)
        return self._game.length_ms if ply == last or played > last else positions[played].at_ms

"""What the keys of a terminal mean in a rehearsal."""

from collections.abc import Callable

from bot.rehearse.rehearsal import FASTEST, SLOWEST, Rehearsal
from bot.rehearse.terminal import LEFT, RIGHT

HINT = "Keys: space pauses, ← and → go by a move, + and - change the speed, ? lists the examples of rules"


class Keys:
    """Steers a rehearsal by single keys."""

    def __init__(
        self, rehearsal: Rehearsal, featured: Callable[[], str | None], say: Callable[[str], object] = print
    ) -> None:
        """Take the rehearsal, what tells the game that is looked at, and where to say what was done."""
        self._rehearsal = rehearsal
        self._featured = featured
        self._say = say

    def pressed(self, key: str) -> None:
        """Do what a key means; one that means nothing does nothing."""
        examples = {str(number): rule for number, rule in enumerate(self._rehearsal.rules, 1)}
        match key:
            case " ":
                self._rehearsal.pause(not self._rehearsal.paused)
                self._say("Paused" if self._rehearsal.paused else "It goes on")
            case "+" | "=":
                self._change_speed(2)
            case "-":
                self._change_speed(1 / 2)
            case _ if key in (LEFT, RIGHT):
                self._step(1 if key == RIGHT else -1)
            case "?":
                self._say("  ".join(f"{number} {rule}" for number, rule in examples.items()))
            case _ if key in examples:
                self._rehearsal.fire(examples[key])
                self._say(f"An example of {examples[key]} is played")

    def _change_speed(self, factor: float) -> None:
        self._rehearsal.set_speed(min(max(SLOWEST, self._rehearsal.speed * factor), FASTEST))
        self._say(f"Speed {self._rehearsal.speed:g}")

    def _step(self, plies: int) -> None:
        games = self._rehearsal.games()
        game = next((game for game in games if game.id == self._featured()), games[0])
        self._rehearsal.seek(game.id, game.ply + plies)

"""Players who have had two names."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.events.arbiter.acts import MergeNames
from bot.events.arbiter.correction import ArbiterError
from bot.events.model import EventGame


@dataclass(frozen=True, slots=True)
class Names:
    """Which names are another player's: the key of the old one, and the new one as it was written."""

    merged: tuple[tuple[str, str], ...] = ()

    def shown(self, name: str) -> str:
        """The name that a player has now."""
        renamed = dict(self.merged)
        while (key := name.casefold()) in renamed:
            name = renamed[key]
        return name

    def over(self, game: EventGame) -> EventGame:
        """A game with the names that its players have now."""
        return replace(game, white=self.shown(game.white), black=self.shown(game.black))

    def merge(self, act: MergeNames, games: Iterable[EventGame]) -> "Names":
        """These names and one merged more. Raises `ArbiterError` if that makes no sense among these games."""
        old, new = act.old.strip(), act.new.strip()
        if not old or not new:
            raise ArbiterError("two names are needed, and one is empty")
        if old.casefold() == new.casefold():
            raise ArbiterError(f"{old} cannot be merged into the same name")
        renamed = dict(self.merged)
        if renamed.get(old.casefold(), new).casefold() != new.casefold():
            raise ArbiterError(f"{old} counts as {renamed[old.casefold()]} already; undo that first")
        if self.shown(new).casefold() == old.casefold():
            raise ArbiterError(f"{new} counts as {old} already, so {old} cannot count as {new}")
        names = Names(tuple((renamed | {old.casefold(): new}).items()))
        known = False
        for game in games:
            before, after = self.over(game), names.over(game)
            known = known or old.casefold() in (_keys(game) | _keys(before))
            if len(_keys(after)) < len(_keys(before)):
                raise ArbiterError(f"{old} and {new} have played each other in {game.id}, so they are two players")
        if not known:
            raise ArbiterError(f"nobody called {old} has played in this event")
        return names


def _keys(game: EventGame) -> set[str]:
    return {game.white.casefold(), game.black.casefold()}

"""Corrections laid over the facts: pure, so that whoever does it again gets the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.events.arbiter.acts import MergeNames, Undo
from bot.events.arbiter.correction import ArbiterError, Correction, in_force
from bot.events.arbiter.names import Names
from bot.events.arbiter.ruling import Ruling
from bot.events.model import Entrant, Event, EventGame


@dataclass(frozen=True)
class Folded:
    """The games as they count, in their order, and the corrections without effect: by number, why in one sentence."""

    games: tuple[EventGame, ...]
    idle: Mapping[int, str]
    names: Names


def corrected(event: Event, corrections: Sequence[Correction]) -> Event:
    """An event with all corrections; who has had two names is an entrant once. `event` is without corrections."""
    done = folded(event.games, corrections)
    setup, shown = event.setup, done.names.shown
    entrants: dict[str, Entrant] = {}
    for entrant in setup.entrants:
        name = shown(entrant.name)
        if name.casefold() == entrant.key or name.casefold() not in entrants:
            entrants[name.casefold()] = replace(entrant, name=name)
    reserves = tuple(dict.fromkeys(map(shown, setup.reserves)))
    return Event(replace(setup, entrants=tuple(entrants.values()), reserves=reserves), done.games)


def applied(facts: Iterable[EventGame], corrections: Sequence[Correction]) -> tuple[EventGame, ...]:
    """The games as they count after all corrections; a game that is not as its facts are is `corrected`.

    `facts` are games without corrections, whose ids are distinct; `corrections` are in the order of their numbers.
    """
    return folded(facts, corrections).games


def folded(facts: Iterable[EventGame], corrections: Sequence[Correction]) -> Folded:
    """What `applied` gives, and which corrections have nothing to act on: the facts may have changed since."""
    games = {fact.id: fact for fact in facts}
    rulings: dict[str, Ruling] = {}
    names = Names()
    idle: dict[int, str] = {}
    for correction in in_force(corrections):
        act = correction.act
        assert not isinstance(act, Undo)
        try:
            if isinstance(act, MergeNames):
                names = names.merge(act, games.values())
            elif act.game_id in games:
                rulings[act.game_id] = rulings.get(act.game_id, Ruling()).step(act, games[act.game_id])
            else:
                raise ArbiterError(f"there is no game {act.game_id} in this event")
        except ArbiterError as error:
            idle[correction.number] = str(error)
    return Folded(tuple(_counting(fact, rulings.get(fact.id), names) for fact in games.values()), idle, names)


def _counting(fact: EventGame, ruling: Ruling | None, names: Names) -> EventGame:
    game = names.over(ruling.over(fact) if ruling else fact)
    return game if game == fact else replace(game, corrected=True)

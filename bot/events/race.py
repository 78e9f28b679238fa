"""The match of an event: the race of two players to the target (RULES 11)."""

from dataclasses import dataclass

from bot.events.model import Entrant, Event, EventGame
from bot.events.results import Result, entrants_of, key_of, results
from scoring import MatchGame, MatchState, match_state
from scoring.match import replaced


@dataclass(frozen=True, slots=True)
class Race:
    """A match with its history.

    `games` are those that count, from the first to the one that decided the match at most; `states` has one more: how
    the match stood before the first game and after each. `running` is the game under way that began last; it counts as
    left. `playing_on` are the names of those who play the next match of a championship: the same two, and after both
    have lost and the last game is over, the reserves in their place.
    """

    players: tuple[Entrant, Entrant]
    games: tuple[EventGame, ...]
    states: tuple[MatchState, ...]
    running: EventGame | None
    playing_on: tuple[str, ...]

    @property
    def state(self) -> MatchState:
        """How the match stands now."""
        return self.states[-1]


def race(event: Event) -> Race | None:
    """The match between the first two entrants, or the first two who play; None while there are fewer."""
    entrants = entrants_of(event)
    if len(entrants) < 2:
        return None
    (first, one), (second, other) = list(entrants.items())[:2]
    met = [result for result in results(event).of[first] if result.opponent == second]
    length = event.setup.match_games
    states = [match_state([], length)]
    while not states[-1].over and len(states) <= len(met):
        states.append(match_state([_match_game(result) for result in met[: len(states)]], length))
    state = states[-1]
    names = one.name, other.name
    return Race(
        players=(one, other),
        games=tuple(result.game for result in met[: len(states) - 1]),
        states=tuple(states),
        running=None if state.over else _running(event, {first, second}),
        playing_on=tuple(replaced(names, event.setup.reserves)) if state.over and state.both_lost else names,
    )


def _match_game(result: Result) -> MatchGame:
    """A game as the match takes it; the result is that of the first player."""
    return MatchGame((result.points, result.opponent_points), result.outcome, result.white)


def _running(event: Event, players: set[str]) -> EventGame | None:
    """The game of the two that is under way; of several the one that began last."""
    running = (game for game in event.games if game.outcome is None)
    between = [game for game in running if {key_of(game.white), key_of(game.black)} == players]
    return between[-1] if between else None

"""Teams: their matches round by round, and the table of a league over all rounds."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from bot.events.model import Event, EventGame
from bot.events.results import entrants_of, key_of, outcome_of
from scoring.match import CLASSICAL
from scoring.standings import ranked

WON, DRAWN, LOST = 2, 1, 0
"""Match points."""

Pair: TypeAlias = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """The games of two teams in one round, by board; scores are those of the first team and the second.

    The first team is the one that has White on the first board. `points` are the game points: the sum of the points
    of all boards. `running` says how many games are not over. How many boards there should be is known to nobody here:
    a match counts as soon as none of its games runs.
    """

    round: int | None
    teams: tuple[str, str]
    games: tuple[EventGame, ...]
    points: Pair
    classical: Pair
    running: int

    @property
    def match_points(self) -> tuple[int, int] | None:
        """2-0, 1-1 or 0-2 by the points; None while a game runs and where no game counts."""
        if self.running or not any(self.classical):
            return None
        first, second = self.points
        if first == second:
            return DRAWN, DRAWN
        return (WON, LOST) if first > second else (LOST, WON)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A line of the table of teams; game points and classical score are those of the matches that are over."""

    place: int
    team: str
    match_points: int
    points: Fraction
    classical: Fraction
    matches: int
    won: int
    drawn: int


def team_matches(event: Event) -> tuple[TeamMatch, ...]:
    """All matches, round after round; what two teams play in one round is one match.

    Games of players of one team, and of players without one, are no part of any; nor are void games.
    """
    teams = {key: entrant.team for key, entrant in entrants_of(event).items()}
    matches: defaultdict[tuple[int | None, frozenset[str]], list[EventGame]] = defaultdict(list)
    for game in event.games:
        both = frozenset((teams.get(key_of(game.white), ""), teams.get(key_of(game.black), "")))
        if len(both) == 2 and "" not in both and game.outcome != "void":
            matches[game.round, both].append(game)
    found = (_match(games, teams) for games in matches.values())
    return tuple(sorted(found, key=lambda match: (match.round or 0, _board(match.games[0]))))


def team_table(event: Event) -> tuple[TeamRow, ...]:
    """The teams by match points, then game points, then the classical score; equal teams share a place."""
    played: dict[str, list[tuple[TeamMatch, int]]] = {
        team: [] for team in sorted({entrant.team for entrant in event.setup.entrants if entrant.team})
    }
    for match in team_matches(event):
        if match.match_points is not None:
            for side in (0, 1):
                played[match.teams[side]].append((match, side))
    rows = [_row(team, matches) for team, matches in played.items()]
    return tuple(
        replace(row, place=place)
        for place, row in ranked(rows, lambda row: (-row.match_points, -row.points, -row.classical))
    )


def _match(games: Sequence[EventGame], teams: Mapping[str, str]) -> TeamMatch:
    by_board = sorted(games, key=_board)
    first, second = teams[key_of(by_board[0].white)], teams[key_of(by_board[0].black)]
    points, classical = [Fraction(0), Fraction(0)], [Fraction(0), Fraction(0)]
    for game in by_board:
        outcome = outcome_of(game)
        if game.points is not None and outcome is not None:
            white = 0 if teams[key_of(game.white)] == first else 1
            for side, score in ((white, 0), (1 - white, 1)):
                points[side] += game.points[score]
                classical[side] += CLASSICAL[outcome][score]
    return TeamMatch(
        round=by_board[0].round,
        teams=(first, second),
        games=tuple(by_board),
        points=(points[0], points[1]),
        classical=(classical[0], classical[1]),
        running=sum(outcome_of(game) is None for game in by_board),
    )


def _row(team: str, matches: Sequence[tuple[TeamMatch, int]]) -> TeamRow:
    match_points = [match.match_points[side] for match, side in matches if match.match_points]
    return TeamRow(
        place=0,
        team=team,
        match_points=sum(match_points),
        points=sum((match.points[side] for match, side in matches), Fraction(0)),
        classical=sum((match.classical[side] for match, side in matches), Fraction(0)),
        matches=len(matches),
        won=match_points.count(WON),
        drawn=match_points.count(DRAWN),
    )


def _board(game: EventGame) -> tuple[int, int]:
    return game.board or 0, game.order

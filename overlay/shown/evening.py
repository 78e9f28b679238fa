"""The games of an evening: every one that was followed and scored since the program began, and who played."""

from dataclasses import dataclass, field
from fractions import Fraction

import chess

from overlay.shown.live import LiveGame
from overlay.shown.views import RUNNING, lobby_game
from overlay.state import LobbyGame, Player, Points
from scoring import Outcome
from scoring.match import CLASSICAL
from scoring.standings import Standing, Total, standings

KEPT_GAMES = 2000
"""So many results are kept; the oldest ones are let go for newer ones."""


@dataclass(frozen=True, slots=True)
class EveningGame:
    """A game as it was last seen; `number` counts the games as they were found.

    `white` and `black` are names in lower case, "" for who has none. `points` are those of the result, while it runs
    (`outcome` is None) those of a draw now; `shown` are the same as text.
    """

    id: str
    number: int
    white: str
    black: str
    outcome: Outcome | None
    points: tuple[Fraction, Fraction]
    shown: Points
    line: LobbyGame

    @property
    def players(self) -> tuple[tuple[str, Player], ...]:
        """Those who have a name, and how they are shown."""
        both = (self.white, self.line.white), (self.black, self.line.black)
        return tuple((name, player) for name, player in both if name)

    @property
    def totals(self) -> dict[str, Total]:
        """What each player who has a name gets from it."""
        if self.outcome is None:
            return {player: Total() for player in (self.white, self.black) if player}
        sides = zip((self.white, self.black), self.points, CLASSICAL[self.outcome], strict=True)
        return {player: Total(points, classical, 1) for player, points, classical in sides if player}


@dataclass(slots=True)
class Entrant:
    """A player, named as last seen, with the ids of all games, those under way too."""

    player: Player
    total: Total = field(default_factory=Total)
    games: set[str] = field(default_factory=set)


class Evening:
    """Keeps the results of games after they are let go; each game counts once, with its latest state.

    Players are told by their names, whatever the case. Anonymous players and the computer are no entrants, but games
    against them count for their opponents. Games that are void, cannot be scored or have not begun are left out.
    Whoever reads it must `catch_up` first.
    """

    def __init__(self) -> None:
        """Nothing has been played."""
        self.games: dict[str, EveningGame] = {}
        self.running: dict[str, None] = {}
        self.over: dict[str, None] = {}  # in the order in which they ended
        self.entrants: dict[str, Entrant] = {}
        self._changed: dict[str, LiveGame] = {}
        self._table: tuple[Standing, ...] | None = None
        self._found = 0

    @property
    def table(self) -> tuple[Standing, ...]:
        """The standings of all entrants."""
        if self._table is None:
            self._table = standings({name: entrant.total for name, entrant in self.entrants.items()})
        return self._table

    def update(self, game: LiveGame) -> None:
        """A game has changed."""
        self._changed[game.id] = game

    def forget(self, game: LiveGame) -> None:
        """A game is let go: its result stays; one without a result is no part of the evening any more."""
        if self._changed.pop(game.id, None):
            self._see(game)
        if game.id in self.running:
            self._put(game.id, None)

    def catch_up(self) -> None:
        """Look at the games that have changed."""
        for game in self._changed.values():
            self._see(game)
        self._changed.clear()

    def _see(self, live: LiveGame) -> None:
        line, decision = lobby_game(live), live.decision
        if not line.ply and not any(player.name or player.ai_level for player in (line.white, line.black)):
            return  # found again and not read yet: what was known of it stays
        if decision is None:
            self._put(live.id, self._game(line, None, live) if live.lifecycle in RUNNING else None)
        else:
            self._put(live.id, None if decision.outcome == "void" else self._game(line, decision.outcome, live))

    def _game(self, line: LobbyGame, outcome: Outcome | None, live: LiveGame) -> EveningGame:
        known = self.games.get(line.id)
        self._found += known is None
        white, black = name_key(line.white), name_key(line.black)
        if white == black:
            white = black = ""  # not to be told apart
        points = live.report.outcomes[outcome or "draw"].points
        shown = line.result.points if line.result and line.result.points else line.draw
        number = known.number if known else self._found
        return EveningGame(
            line.id, number, white, black, outcome, (points[chess.WHITE], points[chess.BLACK]), shown, line
        )

    def _put(self, game_id: str, game: EveningGame | None) -> None:
        """Let a state replace the game's earlier one; without a state the game is no part of the evening."""
        known = self.games.get(game_id)
        for name, player in game.players if game else ():
            self.entrants.setdefault(name, Entrant(player)).player = player
        self._count(game_id, known.totals if known else {}, game.totals if game else {})
        if game is None:
            for games in (self.games, self.running, self.over):
                games.pop(game_id, None)
            return
        self.games[game_id] = game
        here, elsewhere = (self.over, self.running) if game.outcome else (self.running, self.over)
        here[game_id] = None
        elsewhere.pop(game_id, None)
        if len(self.over) > KEPT_GAMES:
            self._put(next(iter(self.over)), None)

    def _count(self, game_id: str, before: dict[str, Total], after: dict[str, Total]) -> None:
        """Take what players had from a game, and give them what they have from it now."""
        if before == after:
            return
        self._table = None
        for name, total in before.items():
            self.entrants[name].total -= total
            self.entrants[name].games.remove(game_id)
        for name, total in after.items():
            self.entrants[name].total += total
            self.entrants[name].games.add(game_id)
        for name in before:
            if not self.entrants[name].games:
                del self.entrants[name]


def name_key(player: Player) -> str:
    """By what a player is told; "" for one without a name and for the computer."""
    return "" if player.ai_level else player.name.lower()

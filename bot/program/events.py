"""Scored events turned into the states that clients see."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import chess
import msgspec

from bot.events.model import Entrant, EventGame
from bot.events.model import Event as ScoredEvent
from bot.events.prizes import prizes
from bot.events.race import Race, race
from bot.events.results import key_of
from bot.events.table import Row, table
from bot.events.teams import team_matches, team_table
from overlay import state
from overlay.shown.event_view import pair, rounded_down, rounded_up, shown_need
from overlay.shown.live import LiveGame
from overlay.shown.views import decimal, lobby_game

ROWS = 200
MEETINGS = 1000
LINES = 40
"""How many rows, games between them, and lines for the ticker an event tells at most."""
NO_PIECES = "8/8/8/8/8/8/8/8 w - - 0 1"
"""Stands for the position of a game that is not followed any more."""

RESULTS = {
    "white_wins": state.Text("Weiß gewinnt", "White wins"),
    "draw": state.Text("Remis", "Draw"),
    "black_wins": state.Text("Schwarz gewinnt", "Black wins"),
    "void": state.Text("Nicht gewertet", "Not scored"),
}


@dataclass(frozen=True, slots=True)
class LivePoints:
    """A followed game as it stands now: its line in the lobby, and the points of a draw now, exactly, White's first."""

    line: state.LobbyGame
    draw: tuple[Fraction, Fraction]


Live = Callable[[str], LivePoints | None]
"""What is known of the game of an id beyond the event: None where it is not followed."""


@dataclass(frozen=True)
class ShownEvent:
    """An event as it stands, for as long as no result changes; what that makes is made once.

    Games that fit nowhere, and those with somebody who is no entrant, are not part of what is shown. `lately` are the
    ids of the games that were corrected a short while ago.
    """

    event: ScoredEvent
    lately: frozenset[str] = frozenset()

    def shown(self, live: Live) -> state.Event:
        """The state for clients, with the running games as they stand now."""
        known = {game.id: found for game in self._running if (found := live(game.id))}
        players = self._players(known)
        return state.Event(
            id=self.event.setup.id,
            name=state.Text(self._name, self._name),
            rows=tuple(self._row(row, known, players) for row in self._rows),
            meetings=tuple(_meeting(game, self._numbers, known.get(game.id)) for game in self._met),
            games=tuple(self._line(game, known.get(game.id) or live(game.id), players) for game in self._latest),
            match=self._match(known, players),
            players=len(self._table),
            played=sum(game.counts for game in self._games),
            running=len(self._running),
            kind=self.event.setup.kind,
            rounds=self.event.setup.rounds,
            tie_breaks=self.event.setup.tie_breaks,
            teams=self._teams,
            team_matches=self._team_matches,
            rules_versions=self._rules_versions,
        )

    # --- What is the same until a result changes

    @property
    def _name(self) -> str:
        return self.event.setup.name or self.event.setup.id

    @cached_property
    def _table(self) -> tuple[Row, ...]:
        return table(self.event)

    @property
    def _rows(self) -> tuple[Row, ...]:
        return self._table[:ROWS]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {row.entrant.key: number for number, row in enumerate(self._rows)}

    @cached_property
    def _games(self) -> tuple[EventGame, ...]:
        entrants = {row.entrant.key for row in self._table}
        return tuple(game for game in self.event.games if {key_of(game.white), key_of(game.black)} <= entrants)

    @cached_property
    def _corrected(self) -> frozenset[str]:
        """The keys of those one of whose games was corrected lately."""
        games = (game for game in self._games if game.id in self.lately)
        return frozenset(key_of(name) for game in games for name in (game.white, game.black))

    @cached_property
    def _running(self) -> tuple[EventGame, ...]:
        return tuple(game for game in self._games if game.outcome is None)

    @cached_property
    def _met(self) -> tuple[EventGame, ...]:
        shown = self._numbers.keys()
        met = [game for game in self._games if {key_of(game.white), key_of(game.black)} <= shown]
        return tuple(met[-MEETINGS:])

    @cached_property
    def _latest(self) -> tuple[EventGame, ...]:
        return (*self._running, *(game for game in reversed(self._games) if game.counts))[:LINES]

    @cached_property
    def _prizes(self) -> dict[str, str]:
        return {row.entrant.key: rounded_down(prize) for row, prize in prizes(self._table, self.event.setup.prizes)}

    @cached_property
    def _race(self) -> Race | None:
        return race(self.event) if self.event.setup.kind == "match" else None

    @cached_property
    def _teams(self) -> tuple[state.TeamRow, ...]:
        return tuple(
            state.TeamRow(
                row.place,
                row.team,
                row.match_points,
                rounded_down(row.points),
                rounded_down(row.classical),
                row.matches,
            )
            for row in team_table(self.event)
        )

    @cached_property
    def _team_matches(self) -> tuple[state.TeamMatch, ...]:
        return tuple(
            state.TeamMatch(match.round, match.teams, match.match_points, pair(match.points), match.running)
            for match in team_matches(self.event)
        )

    @cached_property
    def _rules_versions(self) -> tuple[str, ...]:
        return tuple(sorted({game.rules_version for game in self._games if game.counts and game.rules_version}))

    # --- What running games change

    def _players(self, known: dict[str, LivePoints]) -> dict[str, state.Player]:
        """The entrants as they are shown; what is not agreed of them, their games may tell."""
        seen = {
            key_of(player.name): player
            for found in known.values()
            for player in (found.line.white, found.line.black)
            if player.name
        }
        return {row.entrant.key: _player(row.entrant, seen.get(row.entrant.key)) for row in self._table}

    def _row(self, row: Row, known: dict[str, LivePoints], players: dict[str, state.Player]) -> state.Row:
        key = row.entrant.key
        mine = [game for game in self._running if key in (key_of(game.white), key_of(game.black))]
        drawn = [known[game.id].draw[key_of(game.white) != key] for game in mine if game.id in known]
        return state.Row(
            place=row.place,
            player=players[key],
            points=rounded_down(row.points),
            classical=rounded_down(row.classical),
            games=row.games,
            playing=mine[0].id if mine else None,
            live=rounded_down(sum(drawn, row.points)) if drawn else None,
            tie_breaks=tuple(
                None if (value := row.tie_breaks[code]) is None else rounded_down(value)
                for code in self.event.setup.tie_breaks
            ),
            prize=self._prizes.get(key),
            corrected=key in self._corrected,
        )

    def _line(self, game: EventGame, found: LivePoints | None, players: dict[str, state.Player]) -> state.LobbyGame:
        """The game in the ticker: as it is followed, but with the result that counts in the event."""
        line = found.line if found else None
        if line is None:
            line = state.LobbyGame(
                game.id,
                players[key_of(game.white)],
                players[key_of(game.black)],
                fen=NO_PIECES,
                last_move=None,
                ply=0,
                draw=state.Points("0.00", "0.00"),
                leader=state.Leader(None, "0.00"),
                lifecycle="reconnecting",
                speed="",
            )
        if game.outcome is None or game.points is None:
            return line
        points = _points(game.points)
        result = state.Result(game.outcome, game.ending, points, RESULTS[game.outcome])
        lately = game.id in self.lately
        return msgspec.structs.replace(line, result=result, lifecycle="settled", settled=True, corrected=lately)

    def _match(self, known: dict[str, LivePoints], players: dict[str, state.Player]) -> state.Match | None:
        found = self._race
        if found is None:
            return None
        match, keys = found.state, tuple(player.key for player in found.players)
        running = found.running
        white = keys.index(key_of(running.white)) if running else None
        live = None
        if running and running.id in known:
            draw = known[running.id].draw[:: -1 if white else 1]
            live = pair((match.points[0] + draw[0], match.points[1] + draw[1]))
        playing_on = tuple(key_of(name) for name in found.playing_on)
        return state.Match(
            players=(players[keys[0]], players[keys[1]]),
            points=pair(match.points),
            classical=pair(match.classical),
            target=rounded_up(match.target),
            length=self.event.setup.match_games,
            games_left=match.games_left,
            needs=(shown_need(match.needs[0]), shown_need(match.needs[1])),
            playing=running.id if running else None,
            white=white,
            live=live,
            winner=match.winner,
            both_lost=match.both_lost,
            over=match.over,
            history=tuple(pair(after.points) for after in found.states),
            next_players=() if playing_on == keys else found.playing_on,
            corrected=bool(self._corrected & {*keys}),
        )


def live_points(game: LiveGame) -> LivePoints:
    """A followed game as it stands now."""
    draw = game.report.outcomes["draw"].points
    return LivePoints(lobby_game(game), (draw[chess.WHITE], draw[chess.BLACK]))


def _player(entrant: Entrant, seen: state.Player | None) -> state.Player:
    title, rating = (seen.title, seen.rating) if seen else (None, None)
    return state.Player(entrant.name, entrant.title or title, entrant.rating or rating)


def _meeting(game: EventGame, numbers: dict[str, int], found: LivePoints | None) -> state.Meeting:
    points = game.points or (found.draw if found and game.outcome is None else None)
    return state.Meeting(
        game=game.id,
        white=numbers[key_of(game.white)],
        black=numbers[key_of(game.black)],
        outcome=game.outcome,
        points=_points(points) if points else None,
        round=game.round,
        board=game.board,
        corrected=game.corrected,
    )


def _points(points: tuple[Fraction, Fraction]) -> state.Points:
    return state.Points(decimal(points[0]), decimal(points[1]))

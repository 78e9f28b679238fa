"""Scored events turned into the states that clients see."""

from fractions import Fraction

import msgspec

from bot.events.model import Entrant, EventGame
from bot.events.results import key_of
from bot.events.table import Row
from bot.program.counted import Counted
from bot.program.event_match import match_state
from bot.program.live_points import Live, LivePoints
from overlay import state
from overlay.shown.event_view import rounded_down
from overlay.shown.views import decimal

NO_PIECES = "8/8/8/8/8/8/8/8 w - - 0 1"
"""Stands for the position of a game that is not followed any more."""

RESULTS = {
    "white_wins": state.Text("Weiß gewinnt", "White wins"),
    "draw": state.Text("Remis", "Draw"),
    "black_wins": state.Text("Schwarz gewinnt", "Black wins"),
    "void": state.Text("Nicht gewertet", "Not scored"),
}


def event_state(counted: Counted, live: Live) -> state.Event:
    """The state for clients, with the running games as they stand now."""
    known = {game.id: found for game in counted.running if (found := live(game.id))}
    players = _players(counted, known)
    return state.Event(
        id=counted.event.setup.id,
        name=state.Text(counted.name, counted.name),
        rows=tuple(_row(counted, row, known, players) for row in counted.rows),
        meetings=tuple(_meeting(game, counted.numbers, known.get(game.id)) for game in counted.met),
        games=tuple(_line(counted, game, known.get(game.id) or live(game.id), players) for game in counted.latest),
        match=match_state(counted, known, players),
        players=len(counted.table),
        played=sum(game.counts for game in counted.games),
        running=len(counted.running),
        kind=counted.event.setup.kind,
        rounds=counted.event.setup.rounds,
        tie_breaks=counted.event.setup.tie_breaks,
        teams=counted.teams,
        team_matches=counted.team_matches,
        rules_versions=counted.rules_versions,
    )


def _players(counted: Counted, known: dict[str, LivePoints]) -> dict[str, state.Player]:
    """The entrants as they are shown; what is not agreed of them, their games may tell."""
    seen = {
        key_of(player.name): player
        for found in known.values()
        for player in (found.line.white, found.line.black)
        if player.name
    }
    return {row.entrant.key: _player(row.entrant, seen.get(row.entrant.key)) for row in counted.table}


def _row(counted: Counted, row: Row, known: dict[str, LivePoints], players: dict[str, state.Player]) -> state.Row:
    key = row.entrant.key
    mine = [game for game in counted.running if key in (key_of(game.white), key_of(game.black))]
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
            for code in counted.event.setup.tie_breaks
        ),
        prize=counted.prizes.get(key),
        corrected=key in counted.corrected,
    )


def _line(
    counted: Counted, game: EventGame, found: LivePoints | None, players: dict[str, state.Player]
) -> state.LobbyGame:
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
    lately = game.id in counted.lately
    return msgspec.structs.replace(line, result=result, lifecycle="settled", settled=True, corrected=lately)


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

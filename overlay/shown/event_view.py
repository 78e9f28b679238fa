"""The games of an evening turned into the event that clients see."""

from collections.abc import Iterable
from fractions import Fraction

from overlay.shown.evening import Evening, EveningGame
from overlay.state import Event, Match, Meeting, Need, Row, Text
from scoring import MatchGame, match_state
from scoring import match as rules
from scoring.standings import Standing

LINES = 100
"""How many rows and games an event tells at most."""


def event_state(evening: Evening, name: Text, featured: str | None, match_games: int) -> Event:
    """The evening as it stands, with the match of so many games between the players of the featured game."""
    evening.catch_up()
    shown = evening.table[:LINES]
    latest = [*evening.running, *reversed(evening.over)][:LINES]
    return Event(
        id="all",
        name=name,
        rows=tuple(_row(evening, line) for line in shown),
        meetings=_meetings(evening, shown),
        games=tuple(evening.games[game_id].line for game_id in latest),
        match=_match(evening, featured, match_games),
        players=len(evening.table),
        played=len(evening.over),
        running=len(evening.running),
    )


def _row(evening: Evening, line: Standing) -> Row:
    entrant, total = evening.entrants[line.player], line.total
    running = _in_order(evening, entrant.games & evening.running.keys())
    drawn = [game.points[game.white != line.player] for game in running]
    return Row(
        place=line.place,
        player=entrant.player,
        points=rounded_down(total.points),
        classical=rounded_down(total.classical),
        games=total.games,
        playing=running[0].id if running else None,
        live=rounded_down(sum(drawn, total.points)) if running else None,
    )


def _meetings(evening: Evening, shown: tuple[Standing, ...]) -> tuple[Meeting, ...]:
    rows = {line.player: number for number, line in enumerate(shown)}
    ids = set[str]().union(*(evening.entrants[name].games for name in rows))
    return tuple(
        Meeting(game.id, rows[game.white], rows[game.black], game.outcome, game.shown, corrected=game.line.corrected)
        for game in _in_order(evening, ids)
        if game.white in rows and game.black in rows
    )


def _match(evening: Evening, featured: str | None, length: int) -> Match | None:
    """The match that the featured game is part of: all games of its two players, the first of whom began with White."""
    shown = evening.games.get(featured or "")
    if shown is None or not (shown.white and shown.black):
        return None
    games = _in_order(evening, evening.entrants[shown.white].games & evening.entrants[shown.black].games)
    names = games[0].white, games[0].black
    over = [
        MatchGame(_of_first(game, names[0]), game.outcome, game.white == names[0]) for game in games if game.outcome
    ]
    match = match_state(over, length)
    running = [game for game in games if not (game.outcome or match.over)]
    history = [match_state(over[:number], length).points for number in range(length - match.games_left + 1)]
    return Match(
        players=(evening.entrants[names[0]].player, evening.entrants[names[1]].player),
        points=pair(match.points),
        classical=pair(match.classical),
        target=rounded_up(match.target),
        length=length,
        games_left=match.games_left,
        needs=(shown_need(match.needs[0]), shown_need(match.needs[1])),
        playing=running[-1].id if running else None,
        white=names.index(running[-1].white) if running else None,
        live=_live(match.points, running[-1], names[0]) if running else None,
        winner=match.winner,
        both_lost=match.both_lost,
        over=match.over,
        history=tuple(pair(points) for points in history),
    )


def _in_order(evening: Evening, ids: Iterable[str]) -> list[EveningGame]:
    """Games in the order in which they were found."""
    return sorted((evening.games[game_id] for game_id in ids), key=lambda game: game.number)


def _of_first(game: EveningGame, first: str) -> tuple[Fraction, Fraction]:
    """The points of a game, those of the first player of the match first."""
    white, black = game.points
    return (white, black) if game.white == first else (black, white)


def _live(points: tuple[Fraction, Fraction], game: EveningGame, first: str) -> tuple[str, str]:
    """The points of a match if this game were drawn now."""
    drawn = _of_first(game, first)
    return pair((points[0] + drawn[0], points[1] + drawn[1]))


def pair(points: tuple[Fraction, Fraction]) -> tuple[str, str]:
    """Two sums as text, both rounded down."""
    return rounded_down(points[0]), rounded_down(points[1])


def shown_need(need: rules.Need) -> Need:
    """What a player still needs; all of it is rounded up."""
    per_game = None if need.per_game is None else rounded_up(need.per_game)
    return Need(rounded_up(need.missing), need.reachable, per_game, need.fewest_games)


def rounded_down(points: Fraction) -> str:
    """Points as text, never more than they are."""
    return _places(points.numerator * 10_000 // points.denominator)


def rounded_up(points: Fraction) -> str:
    """Points as text, never less than they are."""
    return _places(-(-points.numerator * 10_000 // points.denominator))


def _places(ten_thousandths: int) -> str:
    """Two places, four where two are not exact."""
    return f"{ten_thousandths / 10_000:.{4 if ten_thousandths % 100 else 2}f}"

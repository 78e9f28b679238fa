"""TRF16 and TRF26: FIDE's tournament report file.

Both have the classical results in the rounds, and the places of the event as ranks. TRF16 has no room for other points
than those of the results: its points are the classical score. TRF26 has: its points are those of the event, rounded to
tenths, and a record 299 says of every game what its result gave.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from bot.events.exports.trf_rounds import Played, in_their_rounds, number_of_rounds, rounded, rounds_of
from bot.events.exports.trouble import EventFileError
from bot.events.model import Event
from bot.events.table import Row
from bot.score.table import printable
from scoring.match import CLASSICAL

TrfVersion = Literal["TRF16", "TRF26"]
_KINDS = {
    "match": "Match",
    "round_robin": "Individual: Round-Robin",
    "swiss": "Individual: Swiss-System",
    "arena": "Individual: Arena",
    "league": "Individual: League",
    "team_match": "Team: Match",
}
_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
_NORMAL = {"W": Fraction(1), "D": Fraction(1, 2), "L": Fraction(0)}
_DATE = re.compile(r'^\[Date "(\d{4})\.(\d\d)\.(\d\d)"\]', re.MULTILINE)
_CONTROL = re.compile(r'^\[TimeControl "(\d{1,6}\+\d{1,4})"\]', re.MULTILINE)
_NAME, _TEAM = 33, 32
_MOST_POINTS, _MOST_PLAYERS, _MOST_ROUNDS = Fraction(999, 10), 9999, 999


def trf(event: Event, rows: Sequence[Row], version: TrfVersion) -> str:
    """The report; every line ends with CR and LF. Raises `EventFileError` for what its columns cannot hold."""
    by_start = sorted(rows, key=lambda row: (-(row.entrant.rating or 0), row.entrant.key))
    numbers = {row.entrant.key: number for number, row in enumerate(by_start, start=1)}
    of = rounds_of(event.games, numbers)
    rounds = number_of_rounds(of, event.setup.rounds)
    if len(by_start) > _MOST_PLAYERS or rounds > _MOST_ROUNDS:
        raise EventFileError(f"a TRF has room for {_MOST_PLAYERS} players and {_MOST_ROUNDS} rounds")
    lines = [*_tournament(event, rows, rounds, version)]
    lines += [_player(row, numbers[row.entrant.key], of, rounds, version) for row in by_start]
    lines += _teams(by_start, numbers)
    if version == "TRF26":
        lines += _abnormal(of)
        lines += _comments(event, by_start, numbers, of)
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _tournament(event: Event, rows: Sequence[Row], rounds: int, version: TrfVersion) -> Iterator[str]:
    teams = {row.entrant.team for row in rows if row.entrant.team}
    yield f"012 {printable(event.setup.name)}"
    if dates := sorted("/".join(date) for game in event.games for date in _DATE.findall(game.record)):
        yield f"042 {dates[0]}"
        yield f"052 {dates[-1]}"
    yield f"062 {len(rows)}"
    yield f"072 {sum(row.entrant.rating is not None for row in rows)}"
    yield f"082 {len(teams)}"
    yield f"092 {_KINDS[event.setup.kind]}"
    controls = {control for game in event.games for control in _CONTROL.findall(game.record)}
    if len(controls) == 1:
        yield f"122 {controls.pop()}"
    if version == "TRF26":
        yield f"142 {rounds}"


def _player(row: Row, number: int, of: Mapping[int, Mapping[int, Played]], rounds: int, version: TrfVersion) -> str:
    entrant, points = row.entrant, rounded(row.points if version == "TRF26" else row.classical)
    fide_id, rating = str(entrant.fide_id or ""), str(entrant.rating or "")
    if points > _MOST_POINTS or len(fide_id) > 11 or len(rating) > 4:
        what = "points" if points > _MOST_POINTS else "FIDE number" if len(fide_id) > 11 else "rating"
        raise EventFileError(f"a TRF has no room for the {what} of {printable(entrant.name)!r}")
    title = entrant.title if entrant.title in _TITLES else ""
    games = "".join(f"  {_cell(of[number].get(one))}" for one in range(1, rounds + 1))
    return (
        f"001 {number:>4}  {title:>3} {_fit(entrant.name, _NAME)} {rating:>4} {'':3} {fide_id:>11} {'':10}"
        f" {_tenths(points)} {row.place:>4}{games}"
    )


def _cell(played: Played | None) -> str:
    if played is None:
        return "0000 - Z"
    return f"{played.opponent:>4} {'w' if played.white else 'b'} {_result(played)}"


def _result(played: Played) -> str:
    """The result of a game by its code; a letter says that no moves of it are known, a blank that it is running."""
    outcome = played.game.outcome
    if outcome is None or outcome == "void":
        return " "
    score = CLASSICAL[outcome][not played.white]
    if played.game.record.strip():
        return "1" if score == 1 else "0" if score == 0 else "="
    return "W" if score == 1 else "L" if score == 0 else "D"


def _teams(by_start: Sequence[Row], numbers: Mapping[str, int]) -> Iterator[str]:
    teams: defaultdict[str, list[int]] = defaultdict(list)
    for row in by_start:
        if row.entrant.team:
            teams[row.entrant.team].append(numbers[row.entrant.key])
    for team, players in sorted(teams.items()):
        yield f"013 {_fit(team, _TEAM)}{' '.join(f'{number:>4}' for number in players)}"


def _abnormal(of: Mapping[int, Mapping[int, Played]]) -> Iterator[str]:
    """Record 299: the players to whom a result gave so many points in a round, unless it is what it always gives."""
    given: defaultdict[tuple[int, str, Fraction], list[int]] = defaultdict(list)
    for player, mine in of.items():
        for number, played in mine.items():
            if played.game.points and played.tenths != _NORMAL.get(_kind(played)):
                given[number, _kind(played), played.tenths].append(player)
    for (number, kind, tenths), players in sorted(given.items()):
        listed = " ".join(f"{player:>4}" for player in sorted(players))
        yield f"299 {kind}  {'':4}  {_tenths(tenths)}  {number:03} {listed}"


def _kind(played: Played) -> str:
    return {"1": "W", "=": "D", "0": "L"}.get(_result(played), _result(played))


def _comments(
    event: Event, by_start: Sequence[Row], numbers: Mapping[str, int], of: Mapping[int, Mapping[int, Played]]
) -> Iterator[str]:
    """What the columns cannot hold: exact points, whole names, and games that stand elsewhere or nowhere."""
    yield "### points are those of asymmetry scoring, rounded to tenths; these are exact:"
    for row in by_start:
        number, name = numbers[row.entrant.key], printable(row.entrant.name)
        yield f"### {number:>4} {row.points} {name}"
    if not in_their_rounds(of):
        yield "### rounds were made of the order of the games, since some have none or somebody has two in one"
    shown = {played.game.id for mine in of.values() for played in mine.values()}
    for game in event.games:
        if game.id not in shown:
            yield f"### not in this report: {printable(f'{game.id} {game.white} - {game.black}')}"


def _fit(text: str, columns: int) -> str:
    return f"{printable(text)[:columns]:<{columns}}"


def _tenths(points: Fraction) -> str:
    return f"{int(10 * points) // 10:>2}.{int(10 * points) % 10}"

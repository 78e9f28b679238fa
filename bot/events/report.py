"""An event in the terminal: standings, rounds, crosstable, a match, teams, and what other points would change."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from fractions import Fraction

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.events.arbiter.correction import Correction, undone
from bot.events.arbiter.words import act_text
from bot.events.attribution import Unplaced
from bot.events.crosstable import Meeting, crosstable
from bot.events.model import Event, EventGame
from bot.events.prizes import prizes
from bot.events.race import Race, race
from bot.events.table import Row, table
from bot.events.teams import team_table
from bot.events.what_if import Rejudged, side_by_side
from bot.score.differences import difference_text
from bot.score.numbers import decimal
from bot.score.table import printable

RESULTS = {"white_wins": "1-0", "black_wins": "0-1", "draw": "½-½", "void": "void", None: "running"}
TIE_BREAKS = {
    "classical": "1-½-0",
    "wins": "Wins",
    "black_wins": "Black wins",
    "buchholz": "Buchholz",
    "buchholz_cut1": "Buchholz −1",
    "sonneborn_berger": "Sonn.-B.",
    "direct": "Direct",
}
WIDEST_CROSSTABLE = 24
"""More players than this have no crosstable in a terminal."""


def print_event(out: Console, event: Event, unplaced: Sequence[Unplaced] = ()) -> None:
    """Print all that is known of an event."""
    rows = table(event)
    _say(out, _heading(event), style="bold")
    out.print(standings_table(event, rows))
    if any(entrant.team for entrant in event.setup.entrants):
        out.print(_teams(event))
    if event.setup.kind == "match" and (found := race(event)):
        _print_race(out, found)
    if len(rows) <= WIDEST_CROSSTABLE:
        out.print(_crosstable(event, rows))
    _print_rounds(out, event)
    if unplaced:
        _print_unplaced(out, unplaced)


def print_corrections(out: Console, corrections: Sequence[Correction]) -> None:
    """Print what the arbiter has done, with who, when and why."""
    if not corrections:
        return
    lines = _table("Corrections", "#", "When", "Who", "What", "Why")
    undone_ones = undone(corrections)
    for one in corrections:
        when = datetime.fromtimestamp(one.at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        what = f"{act_text(one.act)}{' (undone)' if one.number in undone_ones else ''}"
        lines.add_row(str(one.number), when, _name(one.who), _name(what), _name(one.why))
    out.print(lines)


def print_what_if(out: Console, event: Event, name: str, other: Event) -> None:
    """Print the table as it is beside that of the same games under other points, and the places that change."""
    lines = _table(f"As it is, and {name}", "#", "Player", "Points", "1-½-0", f"Points ({name})", "#", "Change")
    for line in side_by_side(event, other):
        (beside,), (moves,) = line.others, line.moves
        row = line.row
        lines.add_row(
            str(row.place), _name(row.entrant.name), decimal(row.points), decimal(row.classical),
            decimal(beside.points), str(beside.place), _moved(moves),
        )  # fmt: skip
    out.print(lines)


def print_rejudged(out: Console, rejudged: Rejudged) -> None:
    """Print which games other rules would change, and why."""
    for change in rejudged.changes:
        _say(out, f"  {difference_text(change.difference, 'en')}")
    for game, why in rejudged.kept:
        _say(out, f"  {game.id}  {game.white} – {game.black} keeps its points: {why}")
    if not rejudged.changes:
        _say(out, "  no game would change")


def standings_table(event: Event, rows: Sequence[Row]) -> Table:
    """The standings: points first, then the classical score and what decides between equals."""
    codes = [code for code in event.setup.tie_breaks if code != "classical"]
    shares = {row.entrant.key: share for row, share in prizes(rows, event.setup.prizes)}
    headings = ["#", "Player", "Rating", "Points", "1-½-0", "Games", *(TIE_BREAKS[code] for code in codes)]
    lines = _table("Standings", *headings, *(["Prize"] if event.setup.prizes else []))
    for row in rows:
        entrant = row.entrant
        lines.add_row(
            str(row.place),
            _name(f"{entrant.title or ''} {entrant.name}".strip()),
            str(entrant.rating or ""),
            decimal(row.points),
            decimal(row.classical),
            str(row.games),
            *(_value(row.tie_breaks[code]) for code in codes),
            *([_value(shares.get(entrant.key))] if event.setup.prizes else []),
        )
    return lines


def _heading(event: Event) -> str:
    setup, over = event.setup, sum(game.outcome is not None for game in event.games)
    counting = sum(game.counts for game in event.games)
    versions = sorted({game.rules_version for game in event.games if game.rules_version})
    parts = [
        f"{setup.name}: {setup.kind.replace('_', ' ')}",
        f"{len(event.games)} games, {counting} count, {len(event.games) - over} running",
        f"rules {' and '.join(versions) or '–'}, {setup.rules.preset}",
    ]
    if corrected := sum(game.corrected for game in event.games):
        parts.append(f"{corrected} corrected by the arbiter (*)")
    return " · ".join(parts)


def _teams(event: Event) -> Table:
    lines = _table("Teams", "#", "Team", "Match points", "Points", "1-½-0", "Matches")
    for row in team_table(event):
        cells = str(row.match_points), decimal(row.points), decimal(row.classical), str(row.matches)
        lines.add_row(str(row.place), _name(row.team), *cells)
    return lines


def _print_race(out: Console, found: Race) -> None:
    """Say how the match stands: to 7.01, or whatever its target is."""
    state, players = found.state, [printable(player.name) for player in found.players]
    lines = _table(f"Match to {decimal(state.target)}", "Player", "Points", "1-½-0", "Still needs", "From every game")
    for index, player in enumerate(players):
        need = state.needs[index]
        needs = decimal(need.missing) if need.reachable else "out of reach"
        each = "–" if need.per_game is None else f"{float(need.per_game):.4f}"
        lines.add_row(_name(player), decimal(state.points[index]), decimal(state.classical[index]), needs, each)
    out.print(lines)
    if state.winner is not None:
        _say(out, f"{players[state.winner]} has won the match after game {len(found.games)}")
    elif state.both_lost:
        _say(out, "Both have lost the match: neither can reach the target any more")
        if state.prize:
            _say(out, f"Prize money: {players[0]} {state.prize[0]}, {players[1]} {state.prize[1]}")
    else:
        _say(out, f"{state.games_left} games left")


def _crosstable(event: Event, rows: Sequence[Row]) -> Table:
    cells = crosstable(event, rows)
    lines = _table("Crosstable", "#", "Player", *(str(number) for number in range(1, len(rows) + 1)), "Points")
    for number, row in enumerate(rows):
        met = ("" if other == number else _met(cells.get((number, other), ())) for other in range(len(rows)))
        lines.add_row(str(number + 1), _name(row.entrant.name), *met, decimal(row.points))
    return lines


def _met(meetings: Iterable[Meeting]) -> str:
    return "\n".join("…" if one.points is None else decimal(one.points) for one in meetings)


def _print_rounds(out: Console, event: Event) -> None:
    rounds: dict[int | None, list[EventGame]] = defaultdict(list)
    for game in event.games:
        rounds[game.round].append(game)
    for number, games in sorted(rounds.items(), key=lambda item: item[0] or 0):
        title = f"Round {number}" if number else "Games"
        lines = _table(title, "Board", "White", "Black", "Result", "W points", "B points", "Ending", "Game")
        for game in sorted(games, key=lambda game: (game.board or 0, game.order)):
            points = game.points or game.provisional
            shown = [decimal(one) if game.points else f"({decimal(one)})" for one in points] if points else ["–", "–"]
            result = f"{RESULTS[game.outcome]}{' *' if game.corrected else ''}"
            ending = game.ending.replace("_", " ")
            cells = result, *shown, ending, printable(game.id)
            lines.add_row(str(game.board or ""), _name(game.white), _name(game.black), *cells)
        out.print(lines)


def _print_unplaced(out: Console, unplaced: Sequence[Unplaced]) -> None:
    lines = _table("Games that do not count, for the arbiter", "Game", "White", "Black", "Why")
    for one in unplaced:
        lines.add_row(printable(one.game.id), _name(one.game.white), _name(one.game.black), printable(one.text))
    out.print(lines)


def _table(title: str, *headings: str) -> Table:
    lines = Table(title=Text(title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        words = heading in ("Player", "Team", "White", "Black", "Ending", "Game", "Why", "Who", "What")
        lines.add_column(
            heading, justify="left" if words else "right", no_wrap=heading not in ("Why", "What", "Player")
        )
    return lines


def _name(name: str) -> Text:
    return Text(printable(name) or "?")


def _value(value: Fraction | None) -> str:
    return "–" if value is None else decimal(value)


def _moved(places: int) -> str:
    return f"▲ {places}" if places > 0 else f"▼ {-places}" if places else ""


def _say(out: Console, text: str, *, style: str = "") -> None:
    out.print(Text(text, style=style), soft_wrap=True)

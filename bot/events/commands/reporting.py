"""`unruh event report` and `unruh event export`."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from rich.console import Console

from bot.events.commands.formats import Format
from bot.events.commands.options import ERRORS, Which, say, write_file
from bot.events.commands.readings import read_rules
from bot.events.commands.trouble import EventCommandError
from bot.events.model import Event, Kind, Setup, TieBreak
from bot.events.report import print_corrections, print_event, print_rejudged, print_what_if
from bot.events.terms import Terms
from bot.events.what_if import classical, rejudge, three_one_nought
from bot.one_sentence import one_sentence
from bot.score.write import sentence
from scoring import Rules
from scoring.amounts import MATCH_GAMES

if TYPE_CHECKING:
    from bot.events.commands.loading import Loaded

_OF_FILES = "Of PGN files"
PRINTED_WIDTH = 160
"""How wide tables are that are printed to a file, with room for a crosstable."""
EXPORTED = (".json", ".xlsx", ".csv")

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="CONFIG|PGN…",
        help="A configuration (.toml), an exported event (.json, .xlsx, .csv with the games), or PGN files.",
        show_default=False,
    ),
]
KindOption = Annotated[Kind, typer.Option(help="What kind of event it is.", rich_help_panel=_OF_FILES)]
NameOption = Annotated[str, typer.Option(help="What it is called.", rich_help_panel=_OF_FILES)]
RulesOption = Annotated[
    str, typer.Option(help="Its rules, like preset=spirit,flag_fall=fide.", rich_help_panel=_OF_FILES)
]
TieBreaks = Annotated[
    list[str] | None,
    typer.Option("--tie-break", help="What decides between equals; may be given several times.", show_default=False,
                 rich_help_panel=_OF_FILES),
]  # fmt: skip
MatchGames = Annotated[int, typer.Option(min=1, max=100, help="Of how many games a match is.",
                                         rich_help_panel=_OF_FILES)]  # fmt: skip
Meetings = Annotated[int | None, typer.Option(min=1, help="How often two players meet.", show_default=False,
                                              rich_help_panel=_OF_FILES)]  # fmt: skip


def report_command(
    files: Files,
    event: Which = None,
    what_if: Annotated[
        list[str] | None,
        typer.Option(
            help="The same games under other points beside it: classical, 3-1-0, or rules like preset=spirit;"
            " may be given several times.",
            show_default=False,
        ),
    ] = None,
    kind: KindOption = "round_robin",
    name: NameOption = "",
    rules: RulesOption = "",
    tie_break: TieBreaks = None,
    match_games: MatchGames = MATCH_GAMES,
    meetings: Meetings = None,
) -> None:
    """Print standings, rounds, crosstable and the state of a match, as the store has them or from PGN files.

    Exit status: 0, or 1 if a game of the files could not be read or does not count, 2 if nothing could be done.
    """
    with one_sentence(*ERRORS):
        loaded = _loaded(files, event, _setup(kind, name, rules, tie_break, match_games), meetings)
        out = Console(highlight=False)
        if not out.is_terminal:
            out = Console(highlight=False, width=PRINTED_WIDTH)
        print_event(out, loaded.event, loaded.unplaced)
        print_corrections(out, loaded.corrections)
        for other in what_if or ():
            _print_other(out, loaded, other)
        for problem in loaded.problems:
            print(f"unruh: {sentence(problem)}", file=sys.stderr)
    if loaded.problems or loaded.unplaced:
        raise typer.Exit(1)


def export_command(
    files: Files,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)],
    form: Annotated[Format, typer.Option("--format", help="Its format.", show_default=False)],
    event: Which = None,
    kind: KindOption = "round_robin",
    name: NameOption = "",
    rules: RulesOption = "",
    tie_break: TieBreaks = None,
    match_games: MatchGames = MATCH_GAMES,
    meetings: Meetings = None,
) -> None:
    """Write an event to a file, as the store has it or from PGN files.

    Exit status: 0, or 2 if it could not be written.
    """
    from bot.events.commands.exporting import exported  # with XLSX, which other commands need not wait for

    with one_sentence(*ERRORS):
        loaded = _loaded(files, event, _setup(kind, name, rules, tie_break, match_games), meetings)
        write_file(output, exported(loaded.event, form), files)
        say(f"{output} has the event {loaded.setup.name}: {len(loaded.facts)} games")


def _setup(kind: Kind, name: str, rules: str, tie_breaks: list[str] | None, match_games: int) -> Setup:
    known: dict[str, TieBreak] = {code: code for code in get_args(TieBreak)}
    if unknown := [code for code in tie_breaks or () if code not in known]:
        raise EventCommandError(f"there is no tie-break {unknown[0]}; choose of {', '.join(known)}")
    codes = tuple(known[code] for code in tie_breaks or ["classical"])
    return Setup("event", name, kind, read_rules(rules, Rules()), match_games=match_games, tie_breaks=codes)


def _loaded(files: list[str], event: str | None, setup: Setup, meetings: int | None) -> "Loaded":
    from bot.events.commands.loading import from_export, from_files, from_store

    if any(name.lower().endswith(".toml") for name in files):
        if len(files) > 1:
            raise EventCommandError("name one configuration, or PGN files")
        return from_store(Path(files[0]), event)
    named = replace(setup, name=setup.name or Path(files[0]).stem)
    if Path(files[0]).suffix.lower() in EXPORTED:
        if len(files) > 1:
            raise EventCommandError("name one exported event, or PGN files")
        return from_export(Path(files[0]), named)
    terms = Terms(setup.kind, meetings=meetings, match_games=setup.match_games if setup.kind == "match" else None)
    return from_files(files, named, terms)


def _print_other(out: Console, loaded: "Loaded", other: str) -> None:
    """Print what would be under other points, which `--what-if` names."""
    plain = {"classical": classical, "3-1-0": three_one_nought}.get(other)
    if plain:
        print_what_if(out, loaded.event, other, plain(loaded.event))
        return
    facts = Event(loaded.setup, loaded.facts)
    rejudged = rejudge(facts, loaded.corrections, read_rules(other, loaded.setup.rules))
    print_what_if(out, loaded.event, other, rejudged.event)
    print_rejudged(out, rejudged)

"""The command `unruh event`."""

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from rich.console import Console

from bot.book.errors import BookError
from bot.config import ConfigError, parse_config, store_url
from bot.events.arbiter.correction import ArbiterError
from bot.events.attribution import Terms
from bot.events.commands.formats import Format
from bot.events.commands.new import Value, section_text
from bot.events.commands.readings import read_rules
from bot.events.commands.trouble import EventCommandError
from bot.events.exports.trouble import EventFileError
from bot.events.model import Event, Kind, Setup, TieBreak
from bot.events.report import print_corrections, print_event, print_rejudged, print_what_if
from bot.events.what_if import classical, rejudge, three_one_nought
from bot.one_sentence import one_sentence
from bot.score.files import FileError
from bot.score.write import sentence
from scoring import Rules, RulesError
from scoring.amounts import MATCH_GAMES

if TYPE_CHECKING:
    from bot.events.commands.loading import Loaded

event_app = typer.Typer(
    help="Scored events: matches, round robins, Swiss, arenas, leagues and team matches."
    "\n\nAn event is a section [[events]] of the configuration; docs/events.md tells how a club runs an evening."
    " Its games can also be those of PGN files.",
    no_args_is_help=True,
)

_OF_FILES = "Of PGN files"
PRINTED_WIDTH = 160
"""How wide tables are that are printed to a file, with room for a crosstable."""
EXPORTED = (".json", ".xlsx", ".csv")
ERRORS = (EventCommandError, ConfigError, FileError, BookError, RulesError, ArbiterError, EventFileError)

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="CONFIG|PGN…",
        help="A configuration (.toml), an exported event (.json, .xlsx, .csv with the games), or PGN files.",
        show_default=False,
    ),
]
Which = Annotated[
    str | None, typer.Option("--event", help="The id of the event, if there are several.", show_default=False)
]
ConfigFile = Annotated[Path, typer.Option(help="The configuration file.", show_default=False)]
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


@event_app.command("report")
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


@event_app.command("export")
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
        _write(output, exported(loaded.event, form), files)
        _say(f"{output} has the event {loaded.setup.name}: {len(loaded.facts)} games")


@event_app.command("list")
def list_command(config: ConfigFile) -> None:
    """Say which events the configuration names, and how many games of each are kept."""
    from bot.events.commands.loading import in_store, keeping, settings_of  # with the store: half a second

    with one_sentence(*ERRORS):
        settings = settings_of(config)

        async def counted() -> dict[str, int]:
            async with keeping(settings, config) as keeper:
                return {section.id: len(await keeper.games(section.id)) for section in settings.events}

        url = store_url(settings.store, config.parent)
        there = bool(url) and ("://" in url or Path(url).exists())
        games = in_store(counted()) if there else {}
        for section in settings.events:
            print(f"{section.id:<24}{section.kind:<12}{games.get(section.id, 0):>6} games  {section.name}".rstrip())


@event_app.command("new")
def new_command(
    event_id: Annotated[str, typer.Argument(metavar="ID", help="Letters, digits, - and _.", show_default=False)],
    kind: Annotated[Kind, typer.Option(help="What kind of event it is.", show_default=False)],
    name: Annotated[str, typer.Option(help="What people call it.")] = "",
    arena: Annotated[list[str] | None, typer.Option(help="An arena.", show_default=False)] = None,
    swiss: Annotated[list[str] | None, typer.Option(help="A Swiss tournament.", show_default=False)] = None,
    broadcast_tournament: Annotated[list[str] | None, typer.Option(help="A broadcast.", show_default=False)] = None,
    broadcast_round: Annotated[list[str] | None, typer.Option(help="A round of one.", show_default=False)] = None,
    pgn: Annotated[list[str] | None, typer.Option(help="A PGN file or its address.", show_default=False)] = None,
    game: Annotated[list[str] | None, typer.Option(help="A game by its id.", show_default=False)] = None,
    player: Annotated[list[str] | None, typer.Option(help="A player.", show_default=False)] = None,
    team: Annotated[
        list[str] | None, typer.Option(help='A team and its players: "Woods: Amsel, Birke".', show_default=False)
    ] = None,
    begins: Annotated[
        datetime | None, typer.Option("--from", help="Games that begin from then on count.", show_default=False)
    ] = None,
    until: Annotated[datetime | None, typer.Option(help="… and until then.", show_default=False)] = None,
    time_zone: Annotated[str, typer.Option(help="Where these times are told, like Europe/Berlin.")] = "",
    clock: Annotated[str, typer.Option(help="Only games with this clock count, like 3+2.")] = "",
    match_games: Annotated[int, typer.Option(min=0, max=100, help="Of how many games a match is.")] = 0,
    tie_break: Annotated[list[str] | None, typer.Option(help="Decides between equals.", show_default=False)] = None,
    prize: Annotated[list[str] | None, typer.Option(help="A prize, by place.", show_default=False)] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Append it to this configuration.", show_default=False)
    ] = None,
) -> None:
    """Write the section of a new event, to standard output or to the end of a configuration. It asks nothing.

    Exit status: 0, or 2 if something is wrong; then nothing is written.
    """
    with one_sentence(*ERRORS):
        values: dict[str, Value] = {
            "id": event_id, "name": name, "kind": kind, "arena": arena or [], "swiss": swiss or [],
            "broadcast_tournament": broadcast_tournament or [], "broadcast_round": broadcast_round or [],
            "pgn": pgn or [], "games": game or [], "players": player or [], "teams": _teams(team or []),
            "from": begins or "", "until": until or "", "time_zone": time_zone, "clock": clock,
            "match_games": match_games, "tie_breaks": list(tie_break or []), "prizes": prize or [],
        }  # fmt: skip
        text = section_text(values)
        if output is None:
            print(text, end="")
        else:
            _append(output, text)
            _say(f"{output} has the event {event_id} now")


@event_app.command("correct")
def correct_command(
    config: ConfigFile,
    who: Annotated[str, typer.Option(help="Who corrects it.", show_default=False)],
    why: Annotated[str, typer.Option(help="Why.", show_default=False)],
    event: Which = None,
    result: Annotated[str | None, typer.Option(help="GAME=1-0, 0-1, 1/2-1/2 or void.", show_default=False)] = None,
    flag_fall: Annotated[str | None, typer.Option(help="GAME=win or GAME=draw.", show_default=False)] = None,
    points: Annotated[str | None, typer.Option(help="GAME=0.52:0.48, White first.", show_default=False)] = None,
    offer: Annotated[
        str | None, typer.Option(help="GAME=40:white: White offered a draw at ply 40.", show_default=False)
    ] = None,
    strike_offer: Annotated[
        str | None, typer.Option(help="GAME=40:white: that was no offer.", show_default=False)
    ] = None,
    exclude: Annotated[str | None, typer.Option(help="GAME counts for nobody.", show_default=False)] = None,
    include: Annotated[str | None, typer.Option(help="GAME counts again.", show_default=False)] = None,
    merge: Annotated[str | None, typer.Option(help="OLD=NEW: one player under two names.", show_default=False)] = None,
    place: Annotated[str | None, typer.Option(help="GAME=3.2: round and board.", show_default=False)] = None,
    undo: Annotated[str | None, typer.Option(help="The number of a correction.", show_default=False)] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Make it; without this it is only shown.")] = False,
) -> None:
    """Correct one thing as the arbiter: what it changes in the table is shown; with --yes it is made, and kept.

    Exit status: 0 it is made, 1 it is only shown, 2 it cannot be made.
    """
    from bot.events.commands.correcting import correct
    from bot.events.commands.loading import in_store, section_of, settings_of

    with one_sentence(*ERRORS):
        asked = {
            "result": result, "flag_fall": flag_fall, "points": points, "offer": offer, "strike_offer": strike_offer,
            "exclude": exclude, "include": include, "merge": merge, "place": place, "undo": undo,
        }  # fmt: skip
        settings = settings_of(config)
        section = section_of(settings, event)
        told = in_store(correct(settings, config, section, asked, who=who, why=why, yes=yes))
        for line in told:
            print(line)
    if not yes:
        _say("nothing is changed yet; --yes makes the correction")
        raise typer.Exit(1)


@event_app.command("backup")
def backup_command(
    config: ConfigFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", show_default=False)],
    event: Which = None,
) -> None:
    """Take a whole event out of the store into one file: its games, reports and corrections."""
    from bot.events.commands.loading import in_store, keeping, section_of, settings_of

    with one_sentence(*ERRORS):
        settings = settings_of(config)
        section = section_of(settings, event)

        async def backup() -> bytes:
            async with keeping(settings, config) as keeper:
                return await keeper.backup(section.id)

        _write(output, in_store(backup()), [str(config)])
        _say(f"{output} has the whole event {section.id}")


@event_app.command("restore")
def restore_command(
    file: Annotated[Path, typer.Argument(help="What unruh event backup has written.", show_default=False)],
    config: ConfigFile,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the event if it is there.")] = False,
) -> None:
    """Put an event from a backup into the store, all or nothing."""
    from bot.events.commands.loading import in_store, keeping, settings_of

    with one_sentence(*ERRORS):
        settings, data = settings_of(config), file.read_bytes()

        async def restore() -> str:
            async with keeping(settings, config) as keeper:
                return await keeper.restore(data, overwrite=overwrite)

        _say(f"the event {in_store(restore())} is in the store")


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


def _teams(told: list[str]) -> dict[str, list[str]]:
    teams: dict[str, list[str]] = {}
    for team in told:
        name, sign, players = team.partition(":")
        if not sign:
            raise EventCommandError(f'--team {team!r} must look like "Woods: Amsel, Birke"')
        teams[name.strip()] = [player.strip() for player in players.split(",") if player.strip()]
    return teams


def _append(path: Path, text: str) -> None:
    """Put a section behind a configuration, which must be right before and after."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    parse_config(whole := f"{before.rstrip()}\n\n{text}".lstrip())
    path.write_text(whole, encoding="utf-8")


def _write(path: Path, data: bytes, inputs: list[str]) -> None:
    if path.exists() and any(name != "-" and Path(name).exists() and path.samefile(name) for name in inputs):
        raise FileError(f"{path} is to be read and cannot be the output as well")
    path.write_bytes(data)


def _say(text: str) -> None:
    print(f"unruh: {text}", file=sys.stderr)

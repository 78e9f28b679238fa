"""The command `unruh score`."""

import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bot.book.errors import BookError
from bot.book.offline import OfflineBooks, open_books
from bot.one_sentence import one_sentence
from bot.score.files import FileError, output_stream, size_of, sources
from bot.score.progress import ProgressBar
from bot.score.table import name_width
from bot.score.work import Form, Job, available_cores, score_files
from bot.score.write import summary, write_all
from scoring import Rules, RulesError
from scoring.amounts import FLAG_FALL_NODES
from scoring.options import FlagFall, PawnCredit, PawnTradeEqual, PiecesLeft, Preset, UncastledBonus
from scoring.words import Language

_FORMS = "Form of the reports (a table without any of them)"
_RULES = "Rules"
_BOOKS = "The book: which positions have been played before"
_STORE = "Reports in the store"
_BESIDE_FROM_STORE = ("from_store", "config", "yes", "as_json", "lang")


def score_command(
    context: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(help="PGN files; - is standard input.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One full report a line.", rich_help_panel=_FORMS)] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="One game a row.", rich_help_panel=_FORMS)] = False,
    as_pgn: Annotated[
        bool,
        typer.Option("--pgn", help="The games, with a comment wherever the score changed.", rich_help_panel=_FORMS),
    ] = False,
    output: Annotated[Path | None, typer.Option(help="Write the reports to this file.", show_default=False)] = None,
    lang: Annotated[Language, typer.Option(help="Language of the table, of --csv and of --pgn.")] = "en",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes to work with; all cores by default.", show_default=False)
    ] = None,
    preset: Annotated[
        Preset,
        typer.Option(help="letter: what is printed; spirit: what the text wants.", rich_help_panel=_RULES),
    ] = "letter",
    pawn_trade_equal: Annotated[
        PawnTradeEqual,
        typer.Option(help="Pawn trades that leave the asymmetry as it was.", rich_help_panel=_RULES),
    ] = "penalise",
    pieces_left: Annotated[
        PiecesLeft | None,
        typer.Option(help="What units left in a draw cost; by default as the preset says.", rich_help_panel=_RULES),
    ] = None,
    uncastled_bonus: Annotated[
        UncastledBonus | None,
        typer.Option(help="Which uncastled kings earn; by default as the preset says.", rich_help_panel=_RULES),
    ] = None,
    pawn_credit: Annotated[
        PawnCredit | None,
        typer.Option(
            help="Whether every pawn short is a sacrifice; by default as the preset says.", rich_help_panel=_RULES
        ),
    ] = None,
    flag_fall: Annotated[
        FlagFall, typer.Option(help="What decides when a flag has fallen.", rich_help_panel=_RULES)
    ] = "chessmail",
    flag_fall_nodes: Annotated[
        int,
        typer.Option(min=1, help='How many positions a proof under "fide" may look at.', rich_help_panel=_RULES),
    ] = FLAG_FALL_NODES,
    book: Annotated[
        list[Path] | None,
        typer.Option(
            help='A book of your own, made by "unruh book build" or Polyglot (.bin), instead of the one that comes with'
            " Unruh; may be given several times.",
            show_default=False,
            rich_help_panel=_BOOKS,
        ),
    ] = None,
    no_book: Annotated[
        bool, typer.Option("--no-book", help="Without a book: only the start is known.", rich_help_panel=_BOOKS)
    ] = False,
    from_store: Annotated[
        bool, typer.Option("--from-store", help="Make the reports in the store anew.", rich_help_panel=_STORE)
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            help="The configuration file, which names store, rules and book.",
            show_default=False,
            rich_help_panel=_STORE,
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Replace without asking.", rich_help_panel=_STORE)] = False,
) -> None:
    """Score the games of PGN files: both sides' points, and why.

    A game that is broken, or not chess, is named with its file, number and reason; all others are scored.
    Exit status: 0 all games scored, 1 some were not, 2 nothing could be done (the reason is told in one sentence).

    With --from-store every report in the store is made anew from the record of its game, by the rules and
    the book of --config. What differs is listed (with --json as JSON), and replaced after a question, or with --yes;
    what was said before is kept.
    Exit status: 0 all reports are up to date now, 1 some are not, 2 nothing could be done.
    """
    with one_sentence(FileError, RulesError, BookError):
        if from_store:
            from bot.score.from_store import score_from_store  # half a second that scoring files need not wait

            _refuse_what_does_not_fit(context)
            up_to_date = score_from_store(config, lang, as_json=as_json, yes=yes)
            raise typer.Exit(0 if up_to_date else 1)
        if not files:
            raise FileError("name PGN files, or - for standard input")
        if config or yes:
            raise FileError(f"{'--config' if config else '--yes'} is only for --from-store")
        chosen: dict[Form, bool] = {"json": as_json, "csv": as_csv, "pgn": as_pgn}
        forms = [form for form, wanted in chosen.items() if wanted]
        if len(forms) > 1:
            raise FileError(f"choose one of {' and '.join(f'--{form}' for form in forms)}")
        rules = Rules(
            preset,
            pawn_trade_equal=pawn_trade_equal,
            pieces_left=pieces_left,
            uncastled_bonus=uncastled_bonus,
            pawn_credit=pawn_credit,
            flag_fall=flag_fall,
            flag_fall_nodes=flag_fall_nodes,
        )
        if book and no_book:
            raise FileError("choose one of --book and --no-book")
        books = OfflineBooks(not (book or no_book), tuple(book or ()))
        open_books(books)
        job = Job(rules, forms[0] if forms else "table", lang, books=books)
        counts = _score(files, job, output, workers or available_cores())
    failed = counts.total() != counts["scored"]
    if failed or job.form == "table":
        print(f"unruh: {summary(counts)}", file=sys.stderr)
    if failed:
        raise typer.Exit(1)


def _refuse_what_does_not_fit(context: typer.Context) -> None:
    """Raise `FileError` for what was given beside --from-store and would have no effect."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is not None and source.name == "COMMANDLINE" and parameter.name not in _BESIDE_FROM_STORE:
            name = "FILES" if parameter.name == "files" else parameter.opts[0]
            raise FileError(f"{name} cannot be used with --from-store; rules and book are those of --config")


def _score(files: list[str], job: Job, output: Path | None, workers: int) -> Counter[str]:
    inputs = sources(files)
    bar = ProgressBar(size_of(files), "scoring")
    with output_stream(output, files, machine=job.form != "table") as out:
        job = replace(job, name_width=name_width(out))
        with closing(score_files(inputs, job, workers)) as rendered, bar.running():
            return write_all(rendered, out, job, bar, many=len(files) > 1)

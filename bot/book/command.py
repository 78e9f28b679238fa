"""The command `unruh book`."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bot.book.build import build
from bot.book.compare import compare
from bot.book.embedded import PATH, embedded_book
from bot.book.errors import BookError
from bot.book.open import open_book
from bot.book.tables import built_text, info_text, leaving_lines, leaving_table
from bot.one_sentence import one_sentence
from bot.pgn import PgnProblem
from bot.score.files import FileError, output_stream, size_of, sources
from bot.score.progress import ProgressBar
from bot.score.work import available_cores
from bot.score.write import sentence
from scoring.amounts import BOOK_MIN_GAMES

book_app = typer.Typer(
    help="Books: which positions have been played before, and where games leave them.", no_args_is_help=True
)

PgnFiles = Annotated[list[Path], typer.Argument(help="PGN files, also compressed (.pgn.zst).", show_default=False)]


@book_app.command("build")
def build_command(
    files: PgnFiles,
    output: Annotated[Path, typer.Option(help="Where the new book goes.", show_default=False)],
    min_games: Annotated[
        int, typer.Option(min=1, help="In how many of the games a position must occur.")
    ] = BOOK_MIN_GAMES,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes to work with; all cores by default.", show_default=False)
    ] = None,
) -> None:
    """Make a book of the positions that occur in PGN files.

    A game that cannot be read is named and left out; so is one that is Chess960 or begins elsewhere than usual.
    Exit status: 0 the book is made, 1 it is but something could not be read, 2 it is not.
    """
    with one_sentence(BookError, FileError):
        bar = _bar(files)
        with bar.running():
            cores = workers or available_cores()
            built = build(files, output, min_games, cores, lambda end: bar.at("", end), _teller(bar))
        print(built_text(built, output))
    raise typer.Exit(1 if built.problems else 0)


@book_app.command("info")
def info_command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Books; by default the one that comes with Unruh.", show_default=False),
    ] = None,
) -> None:
    """Say what books are made of.

    Exit status: 0, or 2 if one cannot be used.
    """
    with one_sentence(BookError):
        print("\n\n".join(info_text(open_book(path), path) for path in files or [PATH]))


@book_app.command("compare")
def compare_command(
    files: PgnFiles,
    book: Annotated[
        list[Path] | None,
        typer.Option(help="A book beside the one that comes with Unruh; may be given several times."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON for each book.")] = False,
) -> None:
    """Say at which ply games leave each book: mean and quartiles of their first unknown positions.

    A game that ends before it leaves a book is counted as leaving it one ply later, and as one that stayed.
    Exit status: 0, 1 if something could not be read, 2 if nothing could be done.
    """
    with one_sentence(BookError, FileError):
        books = [embedded_book(), *map(open_book, book or ())]
        bar = _bar(files)
        with bar.running():
            found = compare(files, books, bar.at, _teller(bar))
        if not found.leaving[0].games:
            raise FileError("there is no game from the normal start that can be read")
        with output_stream(None, (), machine=as_json) as out:
            out.write(f"{leaving_lines(found.leaving) if as_json else leaving_table(found.leaving)}\n")
            out.flush()
        if found.other_starts:
            print(f"unruh: {found.other_starts} from other starts left out", file=sys.stderr)
    raise typer.Exit(1 if found.problems else 0)


def _bar(files: Sequence[Path]) -> ProgressBar:
    """The progress bar for files. Raises `FileError` for the first that cannot be read."""
    names = [*map(str, files)]
    sources(names)
    return ProgressBar(size_of(names), "reading")


def _teller(bar: ProgressBar) -> Callable[[PgnProblem], None]:
    """Tells of problems beside the progress bar."""

    def tell(problem: PgnProblem) -> None:
        with bar.aside():
            print(f"unruh: {sentence(problem)}", file=sys.stderr)

    return tell

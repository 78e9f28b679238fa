"""What `unruh book` prints."""

import json
from collections.abc import Iterable
from pathlib import Path

from bot.book.build import Built
from bot.book.compare import Leaving
from bot.book.packed import PackedBook
from bot.book.polyglot import PolyglotBook
from bot.score.table import printable


def built_text(built: Built, path: Path) -> str:
    """What became of a new book."""
    left_out = f"; {built.other_starts:,} from other starts left out" if built.other_starts else ""
    return printable(f"{path}: {built.info.name}, {built.info.positions:,} positions{left_out}")


def info_text(book: PackedBook | PolyglotBook, path: Path) -> str:
    """What a book tells of itself, a line for each thing."""
    about = {"book": book.name, "file": f"{path}, {path.stat().st_size:,} bytes"}
    if isinstance(book, PackedBook):
        info = book.info
        least = "1 game" if info.min_games == 1 else f"{info.min_games:,} games"
        about |= {"positions": f"{info.positions:,}, each in at least {least}", "date": info.date}
    else:
        about["format"] = "Polyglot"
    return "\n".join(printable(f"{f'{name}:':<11}{text}") for name, text in about.items())


def leaving_table(leavings: Iterable[Leaving]) -> str:
    """At which ply games leave books, a line for each book."""
    lines = ["  mean   25 %   50 %   75 %     games   stayed  book"]
    for leaving in leavings:
        quartiles = " ".join(f"{ply:>6g}" for ply in leaving.quartiles)
        counts = f"{leaving.games:>9,} {leaving.stayed:>8,}"
        lines.append(f"{leaving.mean:>6.2f} {quartiles} {counts}  {printable(leaving.book)}")
    return "\n".join(lines)


def leaving_lines(leavings: Iterable[Leaving]) -> str:
    """The same as JSON, a line for each book."""
    return "\n".join(
        json.dumps(
            {
                "book": leaving.book,
                "games": leaving.games,
                "stayed": leaving.stayed,
                "mean": round(leaving.mean, 4),
                "quartiles": leaving.quartiles,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for leaving in leavings
    )

"""`unruh book compare`: at which ply games leave each of several books."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles

from bot.book.files import PgnFile
from bot.book.leaving import leaving_ply
from bot.pgn import PgnProblem, read_pgn
from scoring.book import Book


@dataclass
class Leaving:
    """How games leave one book. What is said of plies needs at least one game."""

    book: str
    plies: Counter[int] = field(default_factory=Counter)
    """How many games had their first unknown position at each ply; see `stayed`."""
    stayed: int = 0
    """How many ended before they left the book; they count as leaving it one ply after their last."""

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.plies.total()

    @property
    def mean(self) -> float:
        """The mean of the plies."""
        return fmean(self.plies.elements())

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """The plies that a quarter, half and three quarters of the games have reached when they leave."""
        plies = [*self.plies.elements()]
        first, median, third = quantiles(plies, method="inclusive") if len(plies) > 1 else plies * 3
        return first, median, third

    def add(self, ply: int | None, last_ply: int) -> None:
        """Count a game with the ply of its first unknown position, None without any."""
        self.stayed += ply is None
        self.plies[last_ply + 1 if ply is None else ply] += 1


@dataclass
class Comparison:
    """What came out of comparing books."""

    leaving: list[Leaving]
    other_starts: int = 0
    """How many games were left out: Chess960, or from another position than the normal start."""
    problems: int = 0
    """How many could not be read."""


def compare(
    files: Iterable[Path],
    books: Sequence[Book],
    progress: Callable[[str, int], None],
    problem: Callable[[PgnProblem], None],
) -> Comparison:
    """Ask every book about every game of some files, PGN or `.pgn.zst`.

    Args:
        files: What is read, in this order.
        books: The books.
        progress: Takes a file and how many bytes of it, as it lies on the disk, have been read.
        problem: Takes every game that cannot be read, and what is wrong with a file.

    Raises:
        OSError: A file cannot be read.
    """
    found = Comparison([Leaving(book.name) for book in books])
    for path in files:
        file, name = PgnFile(path), str(path)
        with file.open() as stream:
            for game in read_pgn(stream, name):
                if isinstance(game, PgnProblem):
                    found.problems += 1
                    problem(game)
                else:
                    plies = [leaving_ply(game, book) for book in books]
                    if 0 in plies:
                        found.other_starts += 1
                    else:
                        for leaving, ply in zip(found.leaving, plies, strict=True):
                            leaving.add(ply, len(game.moves))
                progress(name, file.read_bytes)
    return found

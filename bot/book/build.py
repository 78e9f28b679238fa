"""Making a book from PGN files: workers turn games into keys of positions, and those seen often are kept."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bot.book.errors import BookError
from bot.book.files import PgnFile
from bot.book.game_keys import Chunk, read_keys
from bot.book.merge import MOST_KEYS, KeyFile, Runs
from bot.book.packed import BookInfo, write_packed
from bot.pgn import NotPgnError, PgnProblem, RawGame, split_games
from bot.spread import in_order

_CHUNK_BYTES = 64 << 10


class Built(NamedTuple):
    """A new book, and what did not get into it."""

    info: BookInfo
    problems: int
    """How many times something was wrong with a game or a file."""
    other_starts: int
    """How many games were Chess960 or began with another position than the normal one."""


def build(
    files: Sequence[Path],
    target: Path,
    min_games: int,
    workers: int,
    progress: Callable[[int], None],
    problem: Callable[[PgnProblem], None],
    *,
    source: str | None = None,
    small: bool = False,
    most_keys: int = MOST_KEYS,
) -> Built:
    """Make a book of the positions that occur in at least `min_games` games (1 or more) of files, PGN or `.pgn.zst`.

    A position counts once a game, and only games from the normal start count. A game that cannot be read does not; what
    stands before the place where a file is cut short or damaged does. Every fault is told.

    The book appears when it is whole, in place of one that was there. Until then a folder beside it holds temporary
    files of up to 24 bytes a ply; it goes away whatever happens. Memory: less than a gigabyte, however much is read.

    Args:
        files: What is read, in this order.
        target: Where the book goes.
        min_games: In how many games a position must occur.
        workers: How many processes read games.
        progress: Takes how many bytes of all files, as they lie on the disk, have been read.
        problem: Takes every game that cannot be read, and what is wrong with a file.
        source: What the book says it was made from; by default the names of the files.
        small: Whether fewer bits of the keys are kept; `bot.book.packed` says what that means.
        most_keys: How many keys of positions are sorted at a time.

    Raises:
        BookError: A file cannot be read, the target cannot be written, or no position occurs often enough.
    """
    _refuse_unusable(files, target)
    try:
        with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
            with (
                closing(Runs(Path(folder, "runs"), min_games, most_keys)) as runs,
                closing(KeyFile(Path(folder, "keys"))) as keys,
            ):
                games, other_starts, problems = _read(files, runs, workers, progress, problem)
                for some in runs.frequent():
                    keys.add(some)
                if not keys.count:
                    raise BookError(f"{target} is not made: no position occurs in {_count(min_games)} that can be read")
                low_bits = 8 if small else 32
                info = BookInfo(source or _names(files), _newest(files), games, keys.count, min_games, low_bits)
                write_packed(Path(folder, "book"), info, keys.blocks)
            Path(folder, "book").replace(target)
    except OSError as error:
        raise BookError(f"{target} cannot be made: {(error.strerror or str(error)).lower()}") from None
    return Built(info, problems, other_starts)


def _refuse_unusable(files: Sequence[Path], target: Path) -> None:
    for path in files:
        try:
            path.open("rb").close()
        except OSError as error:
            raise BookError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
        if target.exists() and target.samefile(path):
            raise BookError(f"{path} is to be read and cannot be the new book as well: name another file")


def _read(
    files: Sequence[Path],
    runs: Runs,
    workers: int,
    progress: Callable[[int], None],
    problem: Callable[[PgnProblem], None],
) -> tuple[int, int, int]:
    """Read all files into runs of keys; how many games counted, had another start, were faulty."""
    opened = [PgnFile(path) for path in files]
    games = other_starts = problems = 0
    with closing(in_order(read_keys, _chunks(opened), workers)) as counted:
        for part in counted:
            runs.add(part.keys)
            games += part.games
            other_starts += part.other_starts
            problems += len(part.problems)
            for fault in part.problems:
                problem(fault)
            progress(sum(file.read_bytes for file in opened))
    return games, other_starts, problems


def _chunks(files: Iterable[PgnFile]) -> Iterator[Chunk]:
    for file in files:
        name = str(file.path)
        games: list[RawGame] = []
        number = size = 0
        faults: list[PgnProblem] = []
        with file.open() as stream:
            try:
                for raw in split_games(stream):
                    number = raw.number
                    size += len(raw.text)
                    games.append(raw)
                    if size >= _CHUNK_BYTES:
                        yield Chunk(name, games, [])
                        games, size = [], 0
            except NotPgnError as error:
                # The fault lies in the game after the last one that was whole.
                faults.append(PgnProblem(name, number + 1 if number else 0, str(error), "broken"))
        yield Chunk(name, games, faults)


def _names(files: Sequence[Path]) -> str:
    first = files[0].name.removesuffix(".zst").removesuffix(".pgn")
    return first if len(files) == 1 else f"{first} and {len(files) - 1} more"


def _newest(files: Sequence[Path]) -> str:
    return datetime.fromtimestamp(max(path.stat().st_mtime for path in files), UTC).date().isoformat()


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games:,} games"

"""The maintainer's command that makes the embedded book anew: `python -m bot.book.embedded.make book_1.02.pgn`.

`ORIGIN.md` says where the PGN comes from. The same PGN makes the same bytes.
"""

import sys
from pathlib import Path

from bot.book.build import build
from bot.book.embedded import PATH
from bot.pgn import PgnProblem

SOURCE = "GNU Chess book"
MIN_GAMES = 3


def main(pgn: Path) -> None:
    """Make the book and say what is in it."""
    built = build([pgn], PATH, MIN_GAMES, 1, lambda _: None, _tell, source=SOURCE, small=True)
    size = PATH.stat().st_size
    print(f"{built.info.name}: {built.info.positions:,} positions, {size:,} bytes, {built.problems} faults")


def _tell(problem: PgnProblem) -> None:
    print(f"game {problem.number}: {problem.reason}", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""The PGN of a board of a broadcast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.lichess.simulator.broadcasts import BoardMove, Chapter, Round, Tour, Version
from bot.lichess.simulator.views.export_options import boolean

SITE: Final = "https://lichess.org"
_OWN_TAGS: Final = ("Site", "UTCDate", "UTCTime", "BroadcastName", "BroadcastURL", "GameURL")


@dataclass(frozen=True, slots=True)
class PgnOptions:
    """What the PGN of a board contains."""

    clocks: bool = True
    comments: bool = True

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> PgnOptions:
        """The options that a query names, Lichess' defaults for the others."""
        return cls(clocks=boolean(query, "clocks", True), comments=boolean(query, "comments", True))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a board belongs."""

    tour: Tour
    round: Round

    @property
    def url(self) -> str:
        """The address of the round."""
        return f"{SITE}/broadcast/{self.tour.slug}/{self.round.slug}/{self.round.id}"


def chapter_pgn(place: Place, chapter: Chapter, version: Version, options: PgnOptions) -> str:
    """A version of a board, without the blank lines after it."""
    tags = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in _tags(place, chapter, version))
    words = [*_moves(version, options), version.result]
    return f"{tags}\n\n{' '.join(words)}"


def round_pgns(place: Place, now_ms: int, options: PgnOptions) -> list[str]:
    """All boards of a round as they are now; none before the first move of the round."""
    if not place.round.started(now_ms):
        return []
    return [chapter_pgn(place, chapter, version, options) for chapter, version in place.round.shown(now_ms)]


def _tags(place: Place, chapter: Chapter, version: Version) -> Iterator[tuple[str, str]]:
    """The source's tags in Lichess' order, and those that Lichess adds."""
    begun = datetime.fromtimestamp(place.round.starts_ms / 1000, UTC)
    url = f"{place.url}/{chapter.id}"
    date = begun.strftime("%Y.%m.%d")
    first = {"Event": place.tour.name, "Site": url, "Date": date, "White": "?", "Black": "?", "Result": "*"}
    given = {name: value for name, value in version.tags.items() if name not in _OWN_TAGS}
    yield from (first | {name: value for name, value in given.items() if name in first}).items()
    yield from ((name, value) for name, value in given.items() if name not in first)
    if "Variant" not in given:
        yield "Variant", "Standard"
    yield "UTCDate", date
    yield "UTCTime", begun.strftime("%H:%M:%S")
    yield "BroadcastName", place.tour.name
    yield "BroadcastURL", place.url
    yield "GameURL", url


def _moves(version: Version, options: PgnOptions) -> Iterator[str]:
    """The moves with numbers and comments; Black's move repeats the number after a comment."""
    interrupted = True
    for ply, move in enumerate(version.moves, start=version.start().ply() + 1):
        white = ply % 2 == 1
        if white or interrupted:
            yield f"{(ply + 1) // 2}{'.' if white else '...'}"
        yield move.san
        comments = list(_comments(move, options))
        yield from comments
        interrupted = bool(comments)


def _comments(move: BoardMove, options: PgnOptions) -> Iterator[str]:
    if options.comments and move.comment:
        yield f"{{ {move.comment} }}"
    seconds = move.clock_s
    if options.clocks and seconds is not None:
        yield f"{{ [%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}] }}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')

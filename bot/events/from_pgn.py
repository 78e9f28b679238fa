"""An event from PGN files alone: every game in them is one of its games."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from bot.events.assembling import assembled
from bot.events.attribution import Unplaced, attribute
from bot.events.model import Event, Setup
from bot.events.seen import Basis, Scored, Seen, scored_by
from bot.events.terms import Terms
from bot.lichess.broadcast import chapter_id
from bot.pgn import NotPgnError, PgnProblem, RawGame, parse_game, split_games
from bot.pgn.model import BrokenGameError
from bot.pgn.tags import decode, read_tags
from bot.score.record import report_on
from bot.score.work import Source
from bot.sources._news import identify, read_news
from bot.updates import Happening
from scoring import NO_BOOK, Book

ORIGIN = "the files"


@dataclass(frozen=True, slots=True)
class Read:
    """An event, its games that do not count, and what could not be read at all."""

    event: Event
    unplaced: tuple[Unplaced, ...]
    problems: tuple[PgnProblem, ...]


def event_from_pgn(files: Iterable[Source], setup: Setup, terms: Terms, book: Book | None = None) -> Read:
    """Read, score and attribute every game. Raises OSError for a file that cannot be read; games never raise."""
    games, problems = list[tuple[Seen, Scored]](), list[PgnProblem]()
    for seen in _read(files):
        if isinstance(seen, PgnProblem):
            problems.append(seen)
        else:
            games.append((seen, _score(seen, setup, book)))
    games.sort(key=lambda game: game[0].facts.began_ms)
    facts = [replace(seen.facts, origins=frozenset({ORIGIN})) for seen, _ in games]
    attribution = attribute(replace(terms, origins=frozenset({ORIGIN}), rounds_of={}), facts)
    by_id: dict[str, tuple[Seen, Scored]] = {}
    for game in games:
        by_id.setdefault(game[0].id, game)
    placed = [(one, *by_id[one.game.id]) for one in attribution.placed]
    return Read(assembled(setup, placed), attribution.unplaced, tuple(problems))


def _read(files: Iterable[Source]) -> Iterator[Seen | PgnProblem]:
    """Every game in the order in which they stand; those whose record names no time keep it."""
    names, numbers = _Names(), count(1)
    for file in files:
        with file.open() as stream:
            try:
                for raw in split_games(stream):
                    yield _seen(raw, file.name, next(numbers), names)
            except NotPgnError as error:
                yield PgnProblem(file.name, 0, str(error), "broken")


def _seen(raw: RawGame, file: str, number: int, names: "_Names") -> Seen | PgnProblem:
    if raw.too_long:
        game = parse_game(raw, file)
        assert isinstance(game, PgnProblem)
        return game
    try:
        game_id = names.of(raw.text)
        update = read_news(game_id, raw.text)
    except BrokenGameError as error:
        return PgnProblem(file, raw.number, str(error), "broken")
    if update.happening is Happening.VARIANT:
        return PgnProblem(file, raw.number, update.reason, "unscored")
    seen = Seen(game_id, number, update.info, begun=True, void=update.happening is Happening.VOID)
    seen.settle(Basis(decode(raw.text), NO_BOOK))
    return seen


class _Names:
    """The ids of games: what their records name, else made of round, board and players."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}
        self._others: Counter[str] = Counter()

    def of(self, text: bytes) -> str:
        """The id of a game; another game between the same players gets another one, the same text the same."""
        if told := chapter_id(read_tags(decode(text))[0]):
            return told
        name = identify(text, "")
        if self._texts.setdefault(name, text) == text:
            return name
        self._others[name] += 1
        return f"{name}-{self._others[name] + 1}"


def _score(seen: Seen, setup: Setup, book: Book | None) -> Scored:
    if seen.void:
        return Scored("void")
    assert seen.basis
    report = report_on(seen.id, seen.basis.record, setup.rules, book)
    if isinstance(report, PgnProblem):
        seen.trouble = report.reason
        return Scored()
    return scored_by(report.report, report.rules_version)

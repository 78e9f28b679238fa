"""PGN: the games of an event with the reasons of their scores as comments, fit to be polled as a broadcast."""

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import chess

from bot.events.exports.sheets import RESULTS
from bot.events.model import Event, EventGame
from bot.pgn import PgnGame, read_pgn
from bot.score.annotate import annotated
from bot.score.judge import judge
from bot.score.notes import WORDS as NOTES
from bot.score.notes import pair
from bot.score.numbers import decimal
from scoring import NO_BOOK, BookAnswer, Rules
from scoring.words import Language

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "corrected": "corrected by the arbiter",
        "void": "void: it counts for nobody",
        "excluded": "excluded by the arbiter: it counts for nobody",
        "unread": "the record cannot be read: {reason}",
        "no_record": "there is no record of the moves",
    },
    "de": {
        "corrected": "vom Schiedsrichter korrigiert",
        "void": "ungültig: zählt für niemanden",
        "excluded": "vom Schiedsrichter ausgeschlossen: zählt für niemanden",
        "unread": "die Aufzeichnung ist nicht lesbar: {reason}",
        "no_record": "die Züge sind nicht aufgezeichnet",
    },
}
_LAST = 1 << 30


def event_pgn(event: Event, language: Language = "en") -> str:
    """Every game by round, board and beginning, parted by an empty line; "" without games.

    A game whose record cannot be read is there too, without moves and with the reason.
    """
    setup, games = event.setup, sorted(event.games, key=_place)
    return "\n".join(game_pgn(game, setup.name, setup.rules, language) for game in games)


@lru_cache(maxsize=512)
def game_pgn(game: EventGame, event: str, rules: Rules, language: Language = "en") -> str:
    """One game; made once for as long as it stays the same, for somebody who asks for it every few seconds."""
    read, reason = _read(game)
    judged = judge(read, rules, _book(game.report))
    agrees = judged.result == RESULTS[game.outcome] and _by_side(game) == judged.points
    said = "; ".join(_said(read, game, reason, agrees=agrees, language=language))
    shown = replace(read, headers=_tags(read, game, event), comments=_comments(read, said), result=_result(game))
    return annotated(replace(judged, game=shown, decision=judged.decision if agrees else None), language)


def _place(game: EventGame) -> tuple[int, int, int]:
    return game.round or _LAST, game.board or _LAST, game.order


def _read(game: EventGame) -> tuple[PgnGame, str]:
    """The record; or a game without moves, and why the record cannot be read."""
    reason = ""
    if game.record.strip():
        for read in read_pgn(io.BytesIO(game.record.encode()), game.id):
            if isinstance(read, PgnGame):
                return read, ""
            reason = read.reason
    return PgnGame(game.id, 1, {}, chess.Board(), (), {}, (), "*", None), reason


def _book(report: str) -> BookAnswer:
    """What the book said when the game was scored."""
    try:
        book = json.loads(report)["book"]
        return BookAnswer(str(book["name"]), int(book["ply"]))
    except (ValueError, KeyError, TypeError):
        return NO_BOOK


def _by_side(game: EventGame) -> dict[chess.Color, Fraction] | None:
    return None if game.points is None else {chess.WHITE: game.points[0], chess.BLACK: game.points[1]}


def _result(game: EventGame) -> str:
    return "*" if game.outcome == "void" else RESULTS[game.outcome]


def _said(read: PgnGame, game: EventGame, reason: str, *, agrees: bool, language: Language) -> Iterator[str]:
    """What is to be said of a game beside what its moves say."""
    words, points = WORDS[language], _by_side(game)
    if reason:
        yield words["unread"].format(reason=reason)
    elif not game.record.strip() and game.outcome is not None:
        yield words["no_record"]
    if game.outcome == "void":
        yield words["excluded" if game.excluded else "void"]
    if game.corrected:
        yield words["corrected"]
    if read.result not in ("*", _result(game)):
        yield NOTES[language]["record"].format(record=read.result)
    if points and not agrees:
        yield pair("final", points, language)


def _comments(read: PgnGame, said: str) -> Mapping[int, tuple[str, ...]]:
    """The comments of the record, with what is said at the end of the game."""
    ply = len(read.moves)
    return {**read.comments, ply: (*read.comments.get(ply, ()), said)} if said else read.comments


def _tags(read: PgnGame, game: EventGame, event: str) -> dict[str, str]:
    """The tags of the event; those of the record stay where the event says nothing."""
    own = {"Event": event, "White": game.white, "Black": game.black}
    if game.round is not None:
        own["Round"] = str(game.round)
    if game.board is not None:
        own["Board"] = str(game.board)
    if game.points:
        own |= dict(zip(("WhiteAsymmetry", "BlackAsymmetry"), map(decimal, game.points), strict=True))
    kept = {name: value for name, value in read.headers.items() if not name.endswith("Asymmetry")}
    return {name: _one_line(value) or "?" for name, value in (kept | own).items()}


def _one_line(value: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in value).split())

"""The picture of a game to share: 1200 × 630, as an SVG that needs nothing from elsewhere."""

import textwrap
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp_jinja2
import chess
import chess.svg
from aiohttp import web
from markupsafe import Markup

from overlay.looks.wording import Wording
from overlay.state import Entry, GameState, Lang, Player, Side
from overlay.web.keys import WORDING
from overlay.web.pages import lang_of
from overlay.web.text import RESULT, game_of, is_blank, lead, number, plain, player_name, shown_points

POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""What the picture may do: use the styles in it."""
STRONGEST = 3
_COLOURS = {
    "square light": "#ece5d5",
    "square dark": "#9a8f79",
    "square light lastmove": "#eecb88",
    "square dark lastmove": "#c3a05b",
}
_LINE_PX = 640
_NAME_SIZE, _RATING_PX, _POINTS_PX = 33, 84, 128


@dataclass(frozen=True, slots=True)
class Line:
    """One player: the name is cut so that all of it fits into the line."""

    side: Side
    title: str
    name: str
    rating: str
    points: str


@dataclass(frozen=True, slots=True)
class Reason:
    """One entry of the ledger, its text in at most two lines."""

    side: str
    amount: str
    gain: bool
    lines: tuple[str, ...]


async def picture(request: web.Request) -> web.Response:
    """`GET /picture/<id>.svg`: the result of a game, or the score as it stands."""
    state = game_of(request)
    if state is None or is_blank(state):
        raise web.HTTPNotFound
    svg = aiohttp_jinja2.render_string("picture.svg", request, drawn(state, lang_of(request), request.app[WORDING]))
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return web.Response(text=svg, content_type="image/svg+xml", charset="utf-8", headers=headers)


def drawn(state: GameState, lang: Lang, wording: Wording) -> dict[str, object]:
    """What the template draws."""
    words, result = wording.words(lang), state.result
    return {
        "lang": lang,
        "words": words,
        "players": (_line(state, "white", lang, wording), _line(state, "black", lang, wording)),
        "outcome": RESULT[result.outcome] if result and result.points else "",
        "headline": _headline(state, words),
        "how": _wrapped(getattr(result.text, lang) if result else lead(state, lang, wording), 44),
        "reasons": tuple(_reason(entry, lang) for entry in strongest(state.entries)),
        "board": _board(state),
        "last_move": last_move(state, lang),
    }


def strongest(entries: tuple[Entry, ...]) -> list[Entry]:
    """The entries that moved most points, the later first where they moved as many."""
    return sorted(entries, key=lambda entry: (abs(float(entry.amount)), entry.ply), reverse=True)[:STRONGEST]


def cut(text: str, px: float, size: float) -> str:
    """As much of a text as fits into a width, by the widths that letters of a bold sans-serif commonly have."""
    room = px / size
    kept = ""
    for letter in text:
        room -= _em(letter)
        if room < 0:
            return kept.rstrip() + "…"
        kept += letter
    return kept


def last_move(state: GameState, lang: Lang) -> str:
    """The last move with its number, "" before the first."""
    if not state.moves:
        return ""
    start = chess.Board(state.start_fen)
    before = len(state.moves) - 1 + (start.turn == chess.BLACK)
    san = state.moves[-1]
    if lang == "de":
        san = san.translate(str.maketrans("QRBN", "DTLS"))
    return f"{start.fullmove_number + before // 2}{'…' if before % 2 else '.'} {san}"


def _headline(state: GameState, words: Mapping[str, str]) -> str:
    result = state.result
    if result is None:
        return words["if_drawn"] if shown_points(state) else words[f"status_{state.status.lifecycle}"]
    if result.points is None:
        return words["void_title"]
    return words["final" if state.status.settled else "final_provisional"]


def _line(state: GameState, side: Side, lang: Lang, wording: Wording) -> Line:
    player: Player = getattr(state, side)
    points = shown_points(state)
    title = cut(plain(player.title or ""), 90, 24)
    room = _LINE_PX - _POINTS_PX - (_RATING_PX if player.rating else 0) - sum(map(_em, title)) * 24 - 60
    return Line(
        side,
        title,
        cut(player_name(player, lang, wording), room, _NAME_SIZE),
        str(player.rating) if player.rating else "",
        number(getattr(points, side), lang, exact=state.result is not None) if points else "–",
    )


def _reason(entry: Entry, lang: Lang) -> Reason:
    gain = not entry.amount.startswith("-")
    amount = ("+" if gain else "−") + number(entry.amount.lstrip("+-"), lang, exact=True)
    return Reason(entry.side, amount, gain, _wrapped(getattr(entry.text, lang), 46))


def _wrapped(text: str, columns: int) -> tuple[str, ...]:
    return tuple(textwrap.wrap(plain(text), columns, max_lines=2, placeholder=" …"))


def _board(state: GameState) -> Markup:
    """The position as python-chess draws it: made of squares and pieces alone, so that no text of others is in it."""
    board = chess.Board(state.fen, chess960=state.chess960)
    last = chess.Move.from_uci(state.last_move) if state.last_move and "@" not in state.last_move else None
    return Markup(chess.svg.board(board, lastmove=last, size=400, coordinates=False, colors=_COLOURS))  # noqa: S704


def _em(letter: str) -> float:
    """About how wide a letter is, in its font size."""
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in "mwMW@%":
        return 0.95
    return 0.73 if letter.isupper() else 0.34 if letter in "iljtfrI.,:;!'| " else 0.61

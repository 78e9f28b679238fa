"""What a text source of OBS or a script shows of a game: plain lines, and never an error in words."""

import unicodedata
from collections.abc import Callable

from aiohttp import web

from overlay.looks.wording import OURS, Wording
from overlay.state import GameState, Lang, Player, Points, Side
from overlay.topics import valid_topic
from overlay.web.keys import WORDING
from overlay.web.pages import lang_of
from overlay.web.serving import hub_of

RESULT = {"white_wins": "1–0", "black_wins": "0–1", "draw": "½–½", "void": "–"}
"""The outcomes as chess players write them."""
SCORELESS = ("unsupported", "missing")
"""The lifecycles of what has no score."""


async def text(request: web.Request) -> web.Response:
    """`GET /text/<id>.txt?what=`: one line, without `what` a few; nothing at all of a game that is not there."""
    state = game_of(request)
    lines = ""
    if state:
        lines = text_of(state, lang_of(request), request.query.get("what", ""), request.app[WORDING])
    return web.Response(text=lines, content_type="text/plain", charset="utf-8", headers={"Cache-Control": "no-store"})


def game_of(request: web.Request) -> GameState | None:
    """The game that an address with `id` means, which may be `featured`; None if there is none."""
    game_id = request.match_info["id"]
    topic = "featured" if game_id == "featured" else f"game/{game_id}"
    state = hub_of(request).state(topic) if valid_topic(topic) else None
    return state if isinstance(state, GameState) else None


def text_of(state: GameState, lang: Lang, what: str, wording: Wording = OURS) -> str:
    """The line that is asked for; all that have something to say but the clocks if it is not one of them."""
    if what in LINES:
        return LINES[what](state, lang, wording)
    lines = (LINES[each](state, lang, wording) for each in ("players", "score", "lead", "result"))
    return "\n".join(filter(None, lines))


def player_name(player: Player, lang: Lang, wording: Wording) -> str:
    """A player's name as it may be shown."""
    if player.ai_level is not None:
        return wording.words(lang)["ai"].replace("{n}", str(player.ai_level))
    return plain(player.name) or wording.words(lang)["anonymous"]


def plain(name: str) -> str:
    """A text from elsewhere on one line, without characters that control or rearrange what stands around it."""
    return "".join(each for each in name if unicodedata.category(each) not in _UNSEEN).strip()


def shown_points(state: GameState) -> Points | None:
    """The points that count now: of the result, or if drawn; None if there are none."""
    if state.result:
        return state.result.points
    return None if state.status.lifecycle in SCORELESS or is_blank(state) else state.score.draw


def is_blank(state: GameState) -> bool:
    """Whether nothing is known of a game yet, neither who plays nor a move."""
    return not state.ply and not any(who.name or who.ai_level is not None for who in (state.white, state.black))


def number(points: str, lang: Lang, *, exact: bool = False) -> str:
    """Points with two places; exact ones with up to four."""
    figures = f"{float(points):.4f}".rstrip("0") if exact else f"{float(points):.2f}"
    whole, _, places = figures.partition(".")
    return f"{whole}{',' if lang == 'de' else '.'}{places:0<2}"


def lead(state: GameState, lang: Lang, wording: Wording) -> str:
    """Who leads by how much, while the game is played."""
    if state.result or shown_points(state) is None:
        return ""
    leader, words = state.leader, wording.words(lang)
    if leader.side is None:
        return words["level"]
    return f"{words[f'leads_{leader.side}']} +{number(leader.by, lang, exact=True)}"


def _players(state: GameState, lang: Lang, wording: Wording) -> str:
    if is_blank(state):
        return ""
    return " – ".join(_player(who, lang, wording) for who in (state.white, state.black))


def _player(player: Player, lang: Lang, wording: Wording) -> str:
    title = f"{plain(player.title)} " if player.title else ""
    rating = f" ({player.rating})" if player.rating else ""
    return f"{title}{player_name(player, lang, wording)}{rating}"


def _score(state: GameState, lang: Lang, _wording: Wording) -> str:
    points = shown_points(state)
    if points is None:
        return ""
    exact = state.result is not None
    return f"{number(points.white, lang, exact=exact)} – {number(points.black, lang, exact=exact)}"


def _clocks(state: GameState, _lang: Lang, _wording: Wording) -> str:
    left = [_left_ms(state, "white"), _left_ms(state, "black")]
    return " – ".join(_clock(ms) for ms in left if ms is not None)


def _left_ms(state: GameState, side: Side) -> int | None:
    """What is left on a clock now; one of which nothing is heard stands still."""
    clocks = state.clocks
    known = clocks.white_ms if side == "white" else clocks.black_ms
    if known is None or clocks.running != side:
        return known
    return max(0, known - max(0, clocks.age_ms - (state.status.stale_since_ms or 0)))


def _clock(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _result(state: GameState, lang: Lang, _wording: Wording) -> str:
    if not state.result:
        return ""
    words = getattr(state.result.text, lang)
    return f"{RESULT[state.result.outcome]} {words}" if state.result.points else words


def _reason(state: GameState, lang: Lang, _wording: Wording) -> str:
    """The latest entry; the bonus of a king that waits moves on with every ply and is no news."""
    entries = [entry for entry in state.entries if entry.rule != "late_castling"] or state.entries
    if not entries:
        return ""
    latest = max(reversed(entries), key=lambda entry: entry.ply)
    sign = "−" if latest.amount.startswith("-") else "+"
    return f"{sign}{number(latest.amount.lstrip('+-'), lang)} {plain(getattr(latest.text, lang))}"


_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
LINES: dict[str, Callable[[GameState, Lang, Wording], str]] = {
    "players": _players,
    "score": _score,
    "lead": lead,
    "clocks": _clocks,
    "result": _result,
    "reason": _reason,
}
"""The lines, by what an address or a file calls them."""

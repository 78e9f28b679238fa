"""What the PGN of one game tells: its name among all games, and its state as an update."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping

import chess

from bot.lichess.broadcast import chapter_id
from bot.pgn import PgnGame
from bot.pgn.began import began_ms
from bot.pgn.live import LiveGame, last_clocks_ms, read_live
from bot.pgn.model import UnscoredGameError
from bot.pgn.tags import decode, read_tags
from bot.updates import Clocks, GameInfo, GameUpdate, Happening, Player

LONGEST_NAME = 100
LONGEST_URL = 300
LONGEST_ID = 60
LONGEST_ROUND = 20

_URL = re.compile(r"https?://[^\s\"'<>]+")
_RATING = re.compile(r"[1-9]\d{1,3}")


def identify(text: bytes, place: str) -> str:
    """The id of a game: that of its page, else one made of `place`, round, board and players.

    It stays the same as long as these do, and is fit for addresses. Raises `BrokenGameError` for unreadable tags.
    """
    tags, _ = read_tags(decode(text))
    return chapter_id(tags) or _slug(tags, place)


def read_news(game_id: str, text: bytes) -> GameUpdate:
    """The state of a game: running (MOVED), or over (SETTLED, VOID, or ENDED while its record breaks off), or VARIANT.

    Raises `BrokenGameError` where nothing can be read.
    """
    try:
        live = read_live(text)
    except UnscoredGameError as error:
        return GameUpdate(game_id, Happening.VARIANT, GameInfo(), reason=str(error))
    game, clocks = live.game, last_clocks_ms(live.game)
    happening = _happening(live)
    return GameUpdate(
        game_id,
        happening,
        _info(game),
        game.moves,
        Clocks(clocks.get(chess.WHITE), clocks.get(chess.BLACK)),
        # Before the end nothing is known of offers that the record does not tell.
        offers=game.offers or (() if game.finish else None),
        finish=game.finish,
        flagged=game.flagged,
        reason=live.trouble,
        record=decode(text) if happening is Happening.SETTLED else "",
    )


def _happening(live: LiveGame) -> Happening:
    finish = live.game.finish
    if finish is None:
        return Happening.MOVED
    if finish.outcome == "void":
        return Happening.VOID
    return Happening.ENDED if live.trouble else Happening.SETTLED


def _info(game: PgnGame) -> GameInfo:
    usual = game.start == chess.Board()
    return GameInfo(
        white=_player(game, "White"),
        black=_player(game, "Black"),
        variant="chess960" if game.start.chess960 else "standard" if usual else "fromPosition",
        start=game.start,
        url=_page(game),
        round=game.header("Round")[:LONGEST_ROUND],
        began_ms=began_ms(game.headers),
    )


def _player(game: PgnGame, side: str) -> Player:
    rating = game.header(f"{side}Elo")
    return Player(
        game.header(side)[:LONGEST_NAME],
        game.header(f"{side}Title")[:LONGEST_NAME] or None,
        int(rating) if _RATING.fullmatch(rating) and rating.isascii() else None,
    )


def _page(game: PgnGame) -> str | None:
    """Where people see the game, if its record says so."""
    pages = (game.header(name) for name in ("GameURL", "ChapterURL", "Site"))
    return next((page for page in pages if _URL.fullmatch(page) and len(page) <= LONGEST_URL), None)


def _slug(tags: Mapping[str, str], place: str) -> str:
    """Letters, digits and hyphens; what is lost of other scripts, or by length, is made up for by a few digits."""
    told = [tags.get(name, "") for name in ("Round", "Board", "White", "Black")]
    text = " ".join([place, *told, *([] if any(told) else ["game"])])
    letters = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    slug = re.sub(r"[^a-z0-9]+", "-", letters.lower()).strip("-")
    if letters.isascii() and len(slug) <= LONGEST_ID:
        return slug
    digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return f"{slug[: LONGEST_ID - 9].strip('-')}-{digest}".lstrip("-")

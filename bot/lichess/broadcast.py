"""Broadcasts of rounds played over the board: where they are found, and their streams of whole PGNs."""

import io
import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from bot.clock import Clock
from bot.lichess.client import LichessClient
from bot.lichess.governor import Budget
from bot.pgn import NotPgnError, split_games
from bot.pgn.split import MAX_GAME_BYTES

BroadcastKind = Literal["round", "tour", "group"]
"""One round, a tournament with all its rounds, or a group of tournaments."""

SILENCE_MS = 150_000
"""A stream sends a space every minute: twice that and the connection is dead."""

_BLANK_LINES = re.compile(rb"\n\r?\n\r?\n")
_CHAPTER_PAGE = re.compile(r"https?://\S+/([A-Za-z0-9]{8})")
_GAME_PAGE = re.compile(r"https?://[^/\s]+/(?:(?:broadcast|study)/\S+/)?([A-Za-z0-9]{8})")


def broadcast_budget(client: LichessClient, clock: Clock) -> Budget:
    """How often broadcasts may be asked for, all of them together: 120 times a minute, 10 times without a token."""
    return Budget(clock, 120 if client.has_token else 10, 60_000)


def stream_path(kind: BroadcastKind, broadcast_id: str) -> str:
    """Where the stream of a broadcast is."""
    return f"/api/stream/broadcast/{kind}/{broadcast_id}.pgn"


async def fetch_round(client: LichessClient, round_id: str) -> list[bytes]:
    """All games of a round as they are now. Raises `LichessError`."""
    texts = await client.ask(
        f"broadcast round {round_id}", lambda api: list(api.broadcasts.get_round_pgns(round_id)), list[str]
    )
    return [chapter for text in texts for chapter in read_chapters(text.encode()).texts]


def chapter_id(tags: Mapping[str, str]) -> str | None:
    """The id that the tags of a game give it: the end of its page's address. None if they name no page of its own."""
    for name in ("GameURL", "ChapterURL"):
        if page := _CHAPTER_PAGE.fullmatch(tags.get(name, "")):
            return page[1]
    site = tags.get("Site", "")
    page = _GAME_PAGE.fullmatch(site)
    return page[1] if page and site != tags.get("BroadcastURL") else None


class Chapters(NamedTuple):
    """Whole PGNs of games, in the order in which they came, and what was wrong in a sentence, "" if nothing."""

    texts: list[bytes]
    trouble: str = ""


class ChapterStream:
    """The games in a stream's bytes, however the network cut them: each one ends with two blank lines.

    The spaces that the server sends as a sign of life stick to the front of the next game.
    """

    def __init__(self) -> None:
        """Begin at the beginning of a stream."""
        self._rest = b""
        self._searched = 0

    def feed(self, data: bytes) -> Chapters:
        """The games that these bytes complete."""
        self._rest += data
        read: list[Chapters] = []
        end = 0
        for blank in _BLANK_LINES.finditer(self._rest, self._searched):
            piece = self._rest[end : blank.start()]
            if not _in_comment(piece):
                read.append(read_chapters(piece))
                end = blank.end()
        self._rest = self._rest[end:]
        if len(self._rest) > MAX_GAME_BYTES:
            self._rest = b""
            read.append(Chapters([], f"a game is longer than {MAX_GAME_BYTES >> 20} MiB"))
        self._searched = max(0, len(self._rest) - len(b"\n\r\n\r"))
        return Chapters(
            [text for one in read for text in one.texts], "; ".join(one.trouble for one in read if one.trouble)
        )


def read_chapters(text: bytes) -> Chapters:
    """The games of a text that is complete; none in an empty one: the round has not begun."""
    if not text.strip():
        return Chapters([])
    try:
        games = [game.text.strip() for game in split_games(io.BytesIO(text)) if not game.too_long]
    except NotPgnError as error:
        return Chapters([], str(error))
    # What has no tags is the rest of something else.
    return Chapters([game for game in games if game.startswith(b"[")])


def _in_comment(text: bytes) -> bool:
    """Whether a text breaks off within a comment, which may hold blank lines."""
    moves = text[text.rfind(b'"]') + 1 :]
    return moves.rfind(b"{") > moves.rfind(b"}")

"""The tables. Rows are only ever added; retention alone takes old ones away.

Answers of books alone are replaced, and an event whose backup is put in its place.
"""

import re

from sqlalchemy import BigInteger, Boolean, Column, Dialect, Index, Integer, LargeBinary, MetaData, String, Table, Text
from sqlalchemy.types import TypeDecorator

_ESCAPE = "\x1a"
_UNSTORABLE = re.compile(r"[\x00\x1a\ud800-\udfff]")
_ESCAPED = re.compile(r"\x1a([0-9a-f]{4})")


class AnyText(TypeDecorator[str]):
    """Text that may hold what a database refuses: NUL and lone surrogates come back as they were."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - as SQLAlchemy calls it
        """Escape what cannot be stored."""
        if value is None or not _UNSTORABLE.search(value):
            return value
        return _UNSTORABLE.sub(lambda letter: f"{_ESCAPE}{ord(letter[0]):04x}", value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - as above
        """The text as it was."""
        if value is None or _ESCAPE not in value:
            return value
        return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), value)


_Id = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

lines = Table(
    "lines",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("origin", AnyText, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""Raw lines as they were received; the ids of later ones are higher."""

updates = Table(
    "updates",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("game_id", AnyText, nullable=False),
    Column("happening", String(20), nullable=False),
    Column("payload", AnyText, nullable=False),
    Index("updates_of_game", "game_id", "happening", "id"),
)
"""What became known of games, each as the difference to the update before it (see `bot.store.compact`)."""

reports = Table(
    "reports",
    metadata,
    Column("game_id", AnyText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("rules_version", String(40), nullable=False),
    Column("options", AnyText, nullable=False),
    Column("record", AnyText, nullable=False),
    Column("report", AnyText, nullable=False),
)
"""The reports of a game, numbered from 1: each replaces the one before it, and differs from it."""

book_answers = Table(
    "book_answers",
    metadata,
    Column("database", AnyText, primary_key=True),
    Column("epd", AnyText, primary_key=True),
    Column("games", BigInteger, nullable=False),
    Column("moves", AnyText, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("book_answers_by_time", "at_ms"),
)
"""What databases on the network said of positions, the last answer of each; the moves as a JSON object."""

events = Table(
    "events",
    metadata,
    Column("event_id", AnyText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("setup", AnyText, nullable=False),
)
"""What was agreed for an event, as a JSON object, numbered from 1: each row replaces the one before it."""

event_games = Table(
    "event_games",
    metadata,
    Column("event_id", AnyText, primary_key=True),
    Column("game_id", AnyText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("order", Integer, nullable=False),
    Column("round", Integer),
    Column("board", Integer),
    Column("white", AnyText, nullable=False),
    Column("black", AnyText, nullable=False),
    Column("void", Boolean, nullable=False),
)
"""The games of an event, numbered from 1 for each game: each row replaces the one before it."""

event_corrections = Table(
    "event_corrections",
    metadata,
    Column("event_id", AnyText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("who", AnyText, nullable=False),
    Column("why", AnyText, nullable=False),
    Column("act", AnyText, nullable=False),
    Column("marks", AnyText, nullable=False),
)
"""What arbiters corrected in an event, numbered from 1; the act, and what it changed, as JSON objects."""

"""Connections to the database, and what to tell people when it fails."""

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.store.address import Address

BUSY_S = 5.0
"""How long SQLite waits for another program that writes."""
_CONNECT_S = 10.0
_COMMAND_S = 60.0

_REASONS = {
    "is locked": "another program has locked it",
    "is full": "the disk is full",
    "No space left": "the disk is full",
    "readonly": "it may not be written; check the permissions of the file and its folder",
    "unable to open": "the file cannot be opened; check that its folder exists and may be written",
    "not a database": "the file is not a database",
    "malformed": "the file is damaged",
    "disk I/O error": "the disk cannot be read or written",
    "password authentication failed": "the server refuses the user or the password",
    "does not exist": "the server has no such database or user",
    "unexpected keyword argument": "its URL has an option that the driver does not know",
    "UNIQUE constraint": "another program has written at the same time",
    "unique constraint": "another program has written at the same time",
    "permission denied": "the user may not do that in the database",
}
"""Parts of what databases say, and what that means."""


def create_engine(address: Address) -> AsyncEngine:
    """Prepare to connect; nothing is opened yet."""
    if address.file is None:
        server = {"timeout": _CONNECT_S, "command_timeout": _COMMAND_S}
        return create_async_engine(address.url, pool_pre_ping=True, connect_args=server, hide_parameters=True)
    file = {"timeout": BUSY_S, "isolation_level": None}
    engine = create_async_engine(address.url, connect_args=file, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_in_sqlite)
    return engine


def for_writing(engine: AsyncEngine) -> AsyncEngine:
    """The same database; its transactions wait at their beginning until nobody else writes."""
    return engine.execution_options(writing=True)


def reason_of(error: BaseException) -> str:
    """Why the database failed, in a few words that hold neither values nor a password."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig else error
    text = str(original)
    for part, reason in _REASONS.items():
        if part in text:
            return reason
    if isinstance(original, OSError):
        return "the server cannot be reached"
    said = text.splitlines()[0] if text else type(original).__name__
    return f"the database says {''.join(letter for letter in said if letter.isprintable())[:200]!r}"


def _begin_in_sqlite(connection: Connection) -> None:
    """Begin a transaction; the driver would do so before some statements only, not before those that make tables."""
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _set_up_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # Readers and the writer do not wait for each other, and a program that is killed loses nothing it has committed.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()

"""Where a store is: a file, or a database of a PostgreSQL server."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.model import StoreError

SERVERS = ("postgresql://", "postgres://")
_FILE = "sqlite:///"


@dataclass(frozen=True, slots=True)
class Address:
    """What SQLAlchemy opens, and what people are told: the name has no user and no password."""

    url: URL
    name: str
    file: Path | None = None
    """None for a server."""


def read_address(url: str, password: str | None = None) -> Address:
    """Understand `postgresql://user@host/database`, `sqlite:///file`, or the name of a file.

    `password` is that of the server, if it is not in the URL. Raises `StoreError`.
    """
    if url.startswith(SERVERS):
        return _server(url, password)
    path = Path(url.removeprefix(_FILE))
    if "://" in url.removeprefix(_FILE) or path.name == "":
        raise StoreError("the store can be a file, or a URL that begins with sqlite:/// or postgresql://")
    return Address(URL.create("sqlite+aiosqlite", database=str(path)), str(path), path)


def _server(url: str, password: str | None) -> Address:
    try:
        given = make_url(url).set(drivername="postgresql+asyncpg")
    except (ArgumentError, ValueError):
        given = None
    if given is None or not given.database:
        raise StoreError("the URL of the store cannot be read; expected is postgresql://user@host/database")
    if "password" in given.query:
        raise StoreError("the password of the store cannot stand behind the “?” of its URL; use store.password_env")
    # What PostgreSQL's own programs call sslmode has another name in the driver.
    query = {"ssl" if key == "sslmode" else key: value for key, value in given.query.items()}
    full = given.set(query=query, password=given.password if password is None else password)
    return Address(full, f"{given.host or 'localhost'}/{given.database}")

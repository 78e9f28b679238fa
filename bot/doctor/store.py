"""Whether the store can be written."""

import os
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

from bot.doctor.finding import Finding, count
from bot.store import StoreError
from bot.store.address import Address, read_address
from bot.store.engine import for_writing, reason_of
from bot.store.games import unfinished_games
from bot.store.opening import open_database
from bot.store.tables import lines

_ADVICE = "check store.url"


async def look_at_store(url: str, password: str | None) -> Finding:
    """Open the store, and write something that is taken back at once. A store that is not there yet is not made."""
    if not url:
        text = "there is none: after a restart nothing is known of the games before"
        return Finding("note", "store", text, "name a file in store.url to keep them")
    try:
        address = read_address(url, password)
        if address.file and not address.file.exists():
            return _not_yet(address.file)
        unfinished = await _try_to_write(address)
    except StoreError as error:
        return Finding("bad", "store", str(error), _ADVICE)
    resumed = f"; {count(unfinished, 'game')} to be followed on" if unfinished else ""
    return Finding("good", "store", f"{address.name} can be written{resumed}")


def _not_yet(file: Path) -> Finding:
    folder = file.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        return Finding("bad", "store", f"{file} cannot be made: {folder} is no folder that may be written", _ADVICE)
    return Finding("good", "store", f"{file} will be made at the start")


async def _try_to_write(address: Address) -> int:
    """Write something and take it back; gives the number of games that are not over. Raises `StoreError`."""
    async with open_database(address) as engine:
        try:
            async with for_writing(engine).connect() as connection:
                await connection.execute(insert(lines), {"id": -1, "at_ms": 0, "origin": "doctor", "data": b""})
                await connection.rollback()
            return len(await unfinished_games(engine))
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the store {address.name} cannot be written: {reason_of(error)}") from error

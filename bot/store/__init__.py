"""The store: what was received, what it meant, and how it was scored.

Rows are added and never changed, except the answers of books.
"""

from bot.store.archive import Archive, open_archive
from bot.store.model import KeptGame, KeptReport, StoredReport, StoreError, StoreHealth
from bot.store.opening import open_store
from bot.store.store import Store

__all__ = [
    "Archive",
    "KeptGame",
    "KeptReport",
    "Store",
    "StoreError",
    "StoreHealth",
    "StoredReport",
    "open_archive",
    "open_store",
]

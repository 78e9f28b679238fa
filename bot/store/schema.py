"""The version of a database's tables: brought up to date when it is old, refused when it is newer than the program."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store.model import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(connection: Connection) -> None:
    """Run the migrations that are missing, within the connection's transaction; writes nothing if there are none.

    Raises `StoreError` if the tables are newer than this program.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == script.get_current_head():
        return
    if current is not None and current not in {revision.revision for revision in script.walk_revisions()}:
        raise StoreError("it was written by a newer version of Unruh; update the program")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

"""The Alembic migrations, imported only if a database is not up to date because the import is slow."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from storage.errors import OpenError, SchemaTooNewError


def revisions_after(had: str | None, migrations: Path) -> Sequence[str]:
    """Return the Alembic revisions that follow `had`, oldest first.

    Raises `SchemaTooNewError` if this program doesn't know the revision `had`.
    """
    known = [script.revision for script in ScriptDirectory(migrations).walk_revisions()][::-1]
    if had not in known:
        raise SchemaTooNewError(f"the database is at revision {had}, which this program does not know; use a newer program")
    return known[known.index(had) + 1 :]


def upgrade(connection: Connection, migrations: Path, also: str = "") -> None:
    """Run all pending revisions, then the SQL statement `also`, in one transaction. Raises `OpenError` if one fails."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    try:
        with connection.begin():
            command.upgrade(config, "head")
            if also:
                connection.exec_driver_sql(also)
    except DatabaseError as error:
        raise OpenError(f"bringing the database up to date failed: {error.orig}") from error

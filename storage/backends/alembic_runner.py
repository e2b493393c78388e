"""Alembic's revisions, and nothing else: imported only where a database is not up to date."""

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
    """Return the revisions that follow, in order; raises `SchemaTooNewError` where `had` is none of this program's."""
    known = [script.revision for script in ScriptDirectory(migrations).walk_revisions()][::-1]
    if had not in known:
        raise SchemaTooNewError(f"the database is at revision {had}, which this program does not know; use a newer program")
    return known[known.index(had) + 1 :]


def upgrade(connection: Connection, migrations: Path, also: str = "") -> None:
    """Run all revisions up to the last, and the statement `also`, in one transaction; raise `OpenError`."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    try:
        with connection.begin():
            command.upgrade(config, "head")
            if also:
                connection.exec_driver_sql(also)
    except DatabaseError as error:
        raise OpenError(f"bringing the database up to date failed: {error.orig}") from error

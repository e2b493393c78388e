"""The environment of Alembic: the connection of `storage.backends.migrate`, inside its transaction."""

from __future__ import annotations

from alembic import context

from storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()

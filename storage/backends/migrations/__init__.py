"""The migrations of an older database: Alembic's `versions/`, and `before/` them numbered SQL.

Forward only, never changed once released. A new revision renews `storage.schema` and its `REVISION` too.
"""

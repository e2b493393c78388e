"""The execution of a unit of work on SQLite and PostgreSQL, and the making, upgrading and locking of a database."""

"""The two database backends, SQLite and PostgreSQL: running units of work, and creating, migrating and locking a database."""

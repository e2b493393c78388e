"""What carries out a unit of work: SQLite, PostgreSQL, and how a database is made, renewed and locked."""

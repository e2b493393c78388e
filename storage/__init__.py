"""The database. All SQL of the program is in this package."""

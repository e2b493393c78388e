"""The database layer. All SQL of the program is in this package."""

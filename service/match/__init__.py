"""A match: its rows, its log, and what one commit does to it; every other use-case changes games through this package."""

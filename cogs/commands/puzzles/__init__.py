"""Command and buttons of the daily puzzle."""

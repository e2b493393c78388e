"""The daily puzzle as messages."""

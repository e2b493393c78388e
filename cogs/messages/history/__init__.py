"""Logs, records, replays, analyses as messages."""

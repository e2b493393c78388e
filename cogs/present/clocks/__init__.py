"""Clocks as messages."""

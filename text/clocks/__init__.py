"""Clocks, terms, reminders, absence."""

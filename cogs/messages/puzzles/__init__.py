"""Messages of the daily puzzle."""

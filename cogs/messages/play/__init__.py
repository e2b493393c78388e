"""Messages of a running game."""

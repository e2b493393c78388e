"""Messages before a game."""

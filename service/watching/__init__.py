"""Watching a game: guesses of the next move, and votes for a seat that a server plays."""

"""Lobby messages, the list of people looking for a game, forum tags."""

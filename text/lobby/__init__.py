"""Lobbies, options, wishes for a game, maps, practice."""

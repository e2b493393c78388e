"""Before a match: lobbies, wishes for a game, maps, terms, limits."""

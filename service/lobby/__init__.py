"""Before a match: lobbies, matchmaking, maps, terms and limits."""

"""Messages before a game begins: lobbies, forms, lists of games, maps and matchmaking."""

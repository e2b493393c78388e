"""The texts of lobbies, options, matchmaking, maps and practice."""

"""The texts of a running game: turns, requests, votes, seats that change hands, and the end of the game."""

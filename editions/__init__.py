"""What Bastide offers to play: a game's rules, words and pictures put together, and the one list of all that there are."""

"""Commands and presses of a running game."""

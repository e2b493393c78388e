"""The words of the card game."""

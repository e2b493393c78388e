"""The texts of the card game."""

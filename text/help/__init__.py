"""The help topics that are the same for every game."""

"""Help topics that are the same under every game."""

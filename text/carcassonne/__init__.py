"""The words of the tile-laying game, all sets included."""

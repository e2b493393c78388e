"""The texts of the tile-laying game, those of its expansions included."""

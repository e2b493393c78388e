"""Pictures of the tile-laying game."""

"""The tile-laying game: base game, editions, expansions and maps run by one engine (rules without input or output)."""

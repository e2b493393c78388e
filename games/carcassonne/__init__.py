"""The tile-laying family: base game, editions, expansions and maps as one engine and one plug."""

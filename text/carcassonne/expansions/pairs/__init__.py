"""The texts that only a combination of two expansions needs, one module for each pair."""

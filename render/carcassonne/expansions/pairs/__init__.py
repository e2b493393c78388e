"""The pictures of pairs of expansions, a module each."""

"""The words of pairs of expansions, a module each."""

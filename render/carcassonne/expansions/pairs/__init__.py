"""Drawings of pairs of expansions, one module each."""

"""Drawings of the expansions, one module each with the expansion's name (see `render.art.artwork`)."""

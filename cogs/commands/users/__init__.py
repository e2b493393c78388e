"""A person's settings and blocks."""

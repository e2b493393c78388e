"""Analysis messages."""

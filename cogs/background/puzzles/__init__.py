"""Puzzles as posts."""

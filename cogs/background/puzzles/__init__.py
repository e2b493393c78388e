"""Puzzle messages."""

"""Preferences, blocks, privacy, names."""

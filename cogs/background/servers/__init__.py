"""Membership, deleted channels, result lines."""

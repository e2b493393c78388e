"""Hints."""

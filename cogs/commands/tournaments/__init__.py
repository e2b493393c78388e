"""Tournaments: for players, readers, organisers."""

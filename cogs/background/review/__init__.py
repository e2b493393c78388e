"""Analyses as posts."""

"""Threads of running games."""

"""Tournaments as pure functions: results, standings, pairings, brackets. Messages, clocks and storage are left to callers."""

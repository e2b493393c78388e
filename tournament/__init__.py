"""Tournaments as pure arithmetic: results, standings, pairings, brackets. Chat, clocks and storage are left to callers."""

"""The texts of the daily puzzle."""

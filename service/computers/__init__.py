"""Computer players, hints, and when chance is drawn."""

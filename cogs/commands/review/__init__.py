"""Records, replays, analyses, imports."""

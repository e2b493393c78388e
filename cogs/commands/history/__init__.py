"""Panel actions about past moves and finished matches: records, replays, analyses and imports."""

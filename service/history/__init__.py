"""Looking back: logs, records, replays, analyses."""

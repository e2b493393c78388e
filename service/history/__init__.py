"""Looking back at matches: logs, records, replays, analyses."""

"""Messages about past moves and finished games: logs, records, replays and analyses."""

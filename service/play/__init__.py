"""Playing: turns, drafts, draws, requests, seats that change hands."""

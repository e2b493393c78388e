"""Notice boards, pairing threads, calendar entries and posts of tournaments."""

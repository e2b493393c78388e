"""People: preferences, privacy, notifications and pings."""

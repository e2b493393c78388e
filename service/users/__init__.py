"""Users: preferences, privacy, notifications and pings."""

"""Messages of tournaments, which users see as events."""

"""Messages of tournaments."""

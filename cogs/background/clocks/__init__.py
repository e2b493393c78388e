"""Messages about time."""

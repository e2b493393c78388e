"""Messages about a user's preferences."""

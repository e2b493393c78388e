"""Messages about a server's settings, and the welcome message."""

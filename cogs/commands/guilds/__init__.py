"""Commands about a server's settings, and the owner's health report."""

"""A server's settings and the owner's health report."""

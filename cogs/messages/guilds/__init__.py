"""A server's settings as a form."""

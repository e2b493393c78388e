"""The texts of the web pages."""

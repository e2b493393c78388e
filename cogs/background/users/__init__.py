"""Notifications of users, and checks for players who have left a server."""

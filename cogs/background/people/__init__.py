"""Notifications, pings, presence."""

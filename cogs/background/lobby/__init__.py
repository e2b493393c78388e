"""Lobby messages, lists of wishes, forum tags."""

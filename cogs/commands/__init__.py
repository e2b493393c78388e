"""Slash commands and button handlers: each reads its input, calls one service method, and shows a message."""

"""Slash commands and the handlers of buttons: each reads a question, calls one use-case, and shows a message."""

"""Boards and threads of tournaments."""

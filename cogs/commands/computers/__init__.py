"""Handlers of hints by a computer player."""

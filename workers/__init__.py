"""Thinking apart: processes that carry out long calculations, so that the event loop answers meanwhile."""

"""Incoming interactions: presses, forms and typed replies find their handlers; errors are answered here."""

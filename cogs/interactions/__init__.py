"""Handling of incoming interactions: routing of presses, forms and typed replies, access checks, and answers to errors."""

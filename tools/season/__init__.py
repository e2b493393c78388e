"""Whole events with people who do their worst: the real services on a clock that leaps, habits, and laws that must hold."""

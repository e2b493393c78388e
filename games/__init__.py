"""Pure game rules: from a state and an action to a new state and events.

No clock, no randomness, no input or output.
"""

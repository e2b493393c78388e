"""Time limits of matches as pure functions: terms, clocks, sleep hours, stops. The current time is always a parameter."""

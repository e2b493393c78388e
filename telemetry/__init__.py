"""The form of what is logged: one event, one line, named values. Any layer but the pure games may use it."""

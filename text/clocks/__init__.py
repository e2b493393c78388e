"""The texts about clocks, time controls, reminders and absence."""

"""Commands about clocks and vacations."""

"""Time in matches: clocks, timeouts, reminders, vacations, sleep hours, pauses and outages."""

"""Time: clocks, timeouts, reminders, vacations, sleep hours, pauses, outages."""

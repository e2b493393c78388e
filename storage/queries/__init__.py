"""SQL queries by subject: functions over a connection that run in their caller's transaction."""

"""SQL of each subject: functions over a connection, within somebody else's transaction."""

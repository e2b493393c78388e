"""The steps that bring an older database up to date: `NNN_reason.sql`, forward only, never changed once released."""

"""The machinery of every change: units of work, the outbox, timers, leases and background work."""

"""The machinery below all use-cases: reading and writing subjects, outbox, timers, leases, wiring."""

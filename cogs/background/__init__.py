"""Background work: sending the outbox, timers, messages that are kept up to date, registering slash commands."""

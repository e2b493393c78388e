"""The bot's process: settings, connection, shutdown, logging, heartbeats and backups. No game logic and no messages."""

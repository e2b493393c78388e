"""The process around the bot: settings, staying connected, ending well, the log, the signs of life. No game, no message."""

"""Discord servers: settings, results channel, channels, servers that remove the bot."""

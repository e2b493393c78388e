"""Messages to the people who run the bot, and their letters."""

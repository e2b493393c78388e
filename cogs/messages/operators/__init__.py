"""Messages for the operators, who run the bot."""

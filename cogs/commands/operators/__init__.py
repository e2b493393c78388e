"""Commands of the people who run the bot, and reports to them."""

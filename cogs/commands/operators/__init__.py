"""Commands of the bot's operators, and users' reports to them."""

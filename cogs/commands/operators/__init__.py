"""What the people who run the bot can do, and reports to them."""

"""Use-cases of the people who run the bot: bars, reports, announcements, and the log of what they did."""

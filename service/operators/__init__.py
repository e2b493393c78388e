"""Use-cases of the bot's operators: bans, reports, announcements, and the log of their actions."""

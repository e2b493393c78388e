"""The use-cases of the bot: the only code that writes to the store, independent of Discord and of any particular game."""

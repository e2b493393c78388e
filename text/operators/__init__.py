"""The texts for the operators of the bot."""

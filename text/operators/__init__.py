"""Sentences for the people who run the bot."""

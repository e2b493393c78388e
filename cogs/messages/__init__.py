"""Composition of all messages of the bot: texts, buttons, pictures with alt text, and permitted pings."""

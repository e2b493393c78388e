"""The texts that players read, and the parsers of what players type.

The package imports `games` only, and nothing about Discord.
"""
